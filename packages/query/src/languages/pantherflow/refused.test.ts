import { describe, expect, it } from 'vitest';

import { catalogOf } from '../../testing/catalog.ts';
import { asErrorCase, flowErrorCases } from '../../testing/flow-cases.ts';
import { compilePantherFlow } from './compile-pantherflow.ts';

const options = { now: new Date('2025-06-01T00:00:00Z') };

describe('texts that are refused before any row is read', () => {
  it.each(flowErrorCases().map((test) => [test.name, test] as const))('%s', (_name, test) => {
    const { ok, query, diagnostics } = compilePantherFlow(test.text, catalogOf([]), options);
    expect({ ok, query }).toEqual({ ok: false, query: undefined });
    const { code, at, near } = test;
    expect(asErrorCase(test.text, diagnostics[0], near)).toEqual({ code, at, near });
  });
});
