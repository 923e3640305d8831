// Small enough to read in one go. Look whether two nouns live in a file of 250 lines; the ceilings only stop what nobody looked at.
import { type Complaint, isTest, type Source } from './source.ts';

const ceilings = { file: 400, tsxFile: 400, testFile: 600, function: 50, component: 120, parameters: 3 };

export function checkSizes(source: Source): Complaint[] {
  const { path, lines } = source;
  const isTsx = path.endsWith('.tsx');
  const complaints: Complaint[] = [];
  const ceiling = isTest(path) ? ceilings.testFile : isTsx ? ceilings.tsxFile : ceilings.file;
  if (lines > ceiling) {
    complaints.push({
      path,
      line: lines,
      text: `${lines} lines, the ceiling is ${ceiling}. Split it by noun.`,
    });
  }
  // A describe() is one long function, and that is fine.
  if (isTest(path)) return complaints;

  for (const { name, line, lines, parameters, isCallback } of source.functions) {
    const isComponent = isTsx && /^[A-Z]/.test(name);
    const most = isComponent ? ceilings.component : ceilings.function;
    if (lines > most) {
      const advice = isComponent
        ? 'Take a part out as its own component.'
        : 'Take a step out under its own name.';
      complaints.push({ path, line, text: `${name} has ${lines} lines, the ceiling is ${most}. ${advice}` });
    }
    if (parameters > ceilings.parameters && !isCallback) {
      const text = `${name} takes ${parameters} parameters, the ceiling is ${ceilings.parameters}. Pass one object with names.`;
      complaints.push({ path, line, text });
    }
  }
  return complaints;
}
