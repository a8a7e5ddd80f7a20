import { expect, it } from 'vitest';
import { addCondition } from './add-condition.ts';

const is = { target: 'eventName', operator: 'is', value: '"GetObject"' };
const words = "| where tostring(eventName) == 'GetObject'";

it.each([
  ['aws_alb', `aws_alb ${words}`],
  ['aws_alb | limit 5', `aws_alb ${words} | limit 5`],
  [
    'aws_alb // all\n| where a == 1 // one\n| sort b',
    `aws_alb // all\n| where a == 1\n${words} // one\n| sort b`,
  ],
  ['| limit 3', `${words} | limit 3`],
  [
    't | summarize n=agg.count() by eventName | visualize bar',
    `t | summarize n=agg.count() by eventName ${words} | visualize bar`,
  ],
  ['t | limit 5 | extend b = 1', `t | limit 5 | extend b = 1 ${words}`],
])('adds to %s', (text, expected) => {
  expect(addCondition(text, is)).toBe(expected);
});

it.each([
  ['a text that cannot be read', 't | where (', is],
  ['no text', '', is],
  ['a condition the language does not have', 't', { operator: 'row-like', value: '"x"' }],
  ['a number that is none', 't', { target: 'n', operator: 'equals', value: '"x | limit 1"' }],
])('adds nothing: %s', (_, text, condition) => {
  expect(addCondition(text, condition)).toBeUndefined();
});

it('keeps a value a value', () => {
  const hostile = { target: 'a', operator: 'is', value: JSON.stringify("' or true // ") };
  expect(addCondition('t', hostile)).toBe("t | where tostring(a) == '\\' or true // '");
});
