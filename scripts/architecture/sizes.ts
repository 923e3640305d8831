// A function is small enough to read in one go, and takes few enough things to remember.
import { type Complaint, isTest, type Source } from './source.ts';

const ceilings = { function: 50, component: 120, parameters: 3 };

export function checkSizes(source: Source): Complaint[] {
  const { path } = source;
  const isTsx = path.endsWith('.tsx');
  const complaints: Complaint[] = [];
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
