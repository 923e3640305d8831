// Limits the size of functions and the number of their parameters, so that they are easy to read.
import { type Complaint, isTest, type Source } from './source.ts';

const ceilings = { function: 50, component: 120, parameters: 3 };

export function checkSizes(source: Source): Complaint[] {
  const { path } = source;
  const isTsx = path.endsWith('.tsx');
  const complaints: Complaint[] = [];
  // A describe() is one long function, so tests have no limit.
  if (isTest(path)) return complaints;

  for (const { name, line, lines, parameters, isCallback } of source.functions) {
    const isComponent = isTsx && /^[A-Z]/.test(name);
    const most = isComponent ? ceilings.component : ceilings.function;
    if (lines > most) {
      const advice = isComponent
        ? 'Move a part into its own component.'
        : 'Move a step into its own function.';
      complaints.push({ path, line, text: `${name} has ${lines} lines, the ceiling is ${most}. ${advice}` });
    }
    if (parameters > ceilings.parameters && !isCallback) {
      const text = `${name} takes ${parameters} parameters, the ceiling is ${ceilings.parameters}. Pass one object with names.`;
      complaints.push({ path, line, text });
    }
  }
  return complaints;
}
