import type { SimpleDetection } from '@margay/model';
import type { Reading } from '../fault.ts';
import { readSimpleDetection } from '../read/read-simple-detection.ts';
import type { CheckedSimpleDetection, TitlePart } from '../tree.ts';
import { preambleOf } from './helpers.ts';
import { pythonText } from './literal.ts';
import { pythonOfAll, pythonOfKey } from './python-expression.ts';

/**
 * The body of a Python rule that says the same about every event: `rule()`, and a function for each alert key.
 * Inline filters are not part of it; they stay beside the rule.
 */
export function pythonOf(raw: SimpleDetection): Reading<string> {
  const { value, faults } = readSimpleDetection(raw);
  if (faults) return { faults };
  const body = functionsOf(value).join('\n\n\n');
  const preamble = preambleOf(body);
  return { value: `${preamble === '' ? '' : `${preamble}\n\n\n`}${body}\n` };
}

function functionsOf(checked: CheckedSimpleDetection): string[] {
  const { detection, alertTitle, groupBy, dynamicSeverities, alertContext } = checked;
  const found = [functionOf('rule', `return ${pythonOfAll(detection)}`)];
  if (alertTitle) found.push(functionOf('title', `return ${pythonOfTitle(alertTitle)}`));
  if (groupBy) {
    const keys = groupBy.map((key) => pythonOfKey(key));
    found.push(functionOf('dedup', `return json_text([${keys.join(', ')}])`));
  }
  if (dynamicSeverities) {
    const steps = dynamicSeverities.map(
      ({ severity, conditions }) =>
        `if ${pythonOfAll(conditions)}:\n        return ${pythonText(severity)}\n    `,
    );
    found.push(functionOf('severity', `${steps.join('')}return "DEFAULT"`));
  }
  if (alertContext) {
    const entries = alertContext.map(
      ({ name, key }) => `        ${pythonText(name)}: ${pythonOfKey(key)},\n`,
    );
    found.push(functionOf('alert_context', `return {\n${entries.join('')}    }`));
  }
  return found;
}

function functionOf(name: string, body: string): string {
  return `def ${name}(event):\n    ${body}`;
}

function pythonOfTitle(parts: readonly TitlePart[]): string {
  const texts = parts.map((part) =>
    typeof part === 'string' ? pythonText(part) : `text(${pythonOfKey(part)})`,
  );
  return texts.length === 0 ? '""' : texts.join(' + ');
}
