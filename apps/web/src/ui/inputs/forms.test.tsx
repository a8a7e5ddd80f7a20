import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderInApp } from '../../testing/render.tsx';
import { SchemaForm } from './schema-form.tsx';
import { checkForm } from './setting-values.ts';
import type { FieldDescriptor, FormValues } from './setting-values.ts';
import { addTags, MultiSelect, Select, TagInput } from './select.tsx';
import { SubmitButton } from './submit-button.tsx';
import { NumberInput } from './text-input.tsx';

const fields: FieldDescriptor[] = [
  { name: 'url', label: 'URL', kind: 'text', required: true, help: 'Where to send' },
  { name: 'token', label: 'Token', kind: 'password', secret: true, required: true },
  { name: 'retries', label: 'Retries', kind: 'number', min: 1, max: 10 },
  { name: 'sync', label: 'Sync status', kind: 'boolean' },
  { name: 'headers', label: 'Headers', kind: 'keyvalue' },
];

function Form({
  onValues,
  errors = {},
}: {
  onValues: (values: FormValues) => void;
  errors?: Record<string, string>;
}) {
  const [values, setValues] = useState<FormValues>({});
  return (
    <SchemaForm
      fields={fields}
      values={values}
      errors={errors}
      storedSecrets={['token']}
      onChange={(next) => {
        setValues(next);
        onValues(next);
      }}
    />
  );
}

describe('schema form', () => {
  it('draws each kind and reports its value in its own type', async () => {
    const onValues = vi.fn();
    await renderInApp(<Form onValues={onValues} />);
    await userEvent.type(screen.getByLabelText('URL'), 'x');
    await userEvent.type(screen.getByLabelText('Retries'), '5');
    await userEvent.click(screen.getByRole('switch', { name: 'Sync status' }));
    expect(onValues).toHaveBeenLastCalledWith({ url: 'x', retries: 5, sync: true });
    expect(screen.getByLabelText('Token').getAttribute('placeholder')).toBe('Keep current value');
  });

  it('keeps both rows while one name is typed through another', async () => {
    const onValues = vi.fn();
    await renderInApp(<Form onValues={onValues} />);
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    await userEvent.type(screen.getByLabelText('Name 1'), 'a');
    await userEvent.type(screen.getByLabelText('Value 1'), '1');
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    await userEvent.type(screen.getByLabelText('Name 2'), 'a');
    expect(screen.getByText('No duplicates allowed')).toBeDefined();
    await userEvent.type(screen.getByLabelText('Name 2'), 'b');
    expect(onValues).toHaveBeenLastCalledWith({ headers: { a: '1', ab: '' } });
  });

  it('links an error to its field in place of the help', async () => {
    await renderInApp(<Form onValues={() => undefined} errors={{ url: 'Must be a valid URL' }} />);
    const input = screen.getByLabelText('URL');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    const message = document.getElementById(input.getAttribute('aria-describedby') ?? '');
    expect(message?.textContent).toBe('Must be a valid URL');
    expect(screen.queryByText('Where to send')).toBeNull();
  });

  it('[000-5.1] [001-5.71] [002-5.80] checks required values', () => {
    const message = 'This field is required';
    expect(checkForm(fields, {})).toEqual({ url: message, token: message });
    expect(checkForm(fields, { url: ' ' }, ['token'])).toEqual({ url: message });
    expect(checkForm(fields, { url: 'x' }, ['token'])).toEqual({});
  });

  it('[000-5.2] [001-5.72] [002-5.81] checks the type of values', () => {
    const faults = (retries: FormValues[string]) => checkForm(fields, { url: 'x', retries }, ['token']);
    expect(faults('many')).toEqual({ retries: 'Must have a value' });
    expect(faults(3)).toEqual({});
  });

  it('keeps a number as it was typed, and says what is wrong with it', async () => {
    const days: FieldDescriptor[] = [
      { name: 'days', label: 'Days', kind: 'number', default: 365, min: 1, max: 36_500 },
    ];
    function Form({ onValues }: { onValues: (values: FormValues) => void }) {
      const [values, setValues] = useState<FormValues>({ days: 365 });
      onValues(values);
      return (
        <SchemaForm fields={days} values={values} onChange={setValues} errors={checkForm(days, values)} />
      );
    }
    let latest: FormValues = {};
    await renderInApp(<Form onValues={(values) => (latest = values)} />);
    const input = screen.getByLabelText('Days');
    expect(screen.getByText('From 1 to 36500')).toBeDefined();
    for (const [typed, fault] of [
      ['0', 'Must be 1 to 36500'],
      ['-7', 'Must be 1 to 36500'],
      ['99999', 'Must be 1 to 36500'],
      ['2.5', 'The field should have digits only'],
      ['', 'This field is required'],
      ['x', 'Must have a value'],
    ] as const) {
      await userEvent.clear(input);
      if (typed !== '') await userEvent.type(input, typed);
      await userEvent.tab();
      expect(input).toHaveProperty('value', typed);
      expect(screen.getByText(fault)).toBeDefined();
    }
    await userEvent.clear(input);
    await userEvent.type(input, '0090');
    expect(latest).toEqual({ days: 90 });
    expect(input).toHaveProperty('value', '90');
  });

  it('[000-5.3] [001-5.73] [002-5.82] checks that a list has nothing twice', () => {
    const lists: FieldDescriptor[] = [{ name: 'cidrs', label: 'Networks', kind: 'list' }];
    expect(checkForm(lists, { cidrs: ['a', 'b', 'a'] })).toEqual({ cidrs: 'No duplicates allowed' });
    expect(checkForm(lists, { cidrs: ['a', 'b'] })).toEqual({});
  });

  it('[001-5.74] [000-5.4] [002-5.83] checks that numbers are whole', () => {
    const faults = (retries: number) => checkForm(fields, { url: 'x', retries }, ['token']);
    expect(faults(1.5)).toEqual({ retries: 'The field should have digits only' });
    expect(faults(2)).toEqual({});
  });
});

describe('submit button', () => {
  const isOff = (name: string) =>
    screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';

  it('[001-4.48] is off while submitting, invalid or pristine, unless that is allowed', async () => {
    await renderInApp(
      <>
        <SubmitButton isValid isDirty>
          Ready
        </SubmitButton>
        <SubmitButton isValid isDirty isSubmitting>
          Submitting
        </SubmitButton>
        <SubmitButton isValid={false} isDirty>
          Invalid
        </SubmitButton>
        <SubmitButton isValid={false} isDirty allowsInvalid>
          Invalid but allowed
        </SubmitButton>
        <SubmitButton isValid isDirty={false}>
          Pristine
        </SubmitButton>
        <SubmitButton isValid isDirty={false} allowsPristine>
          Pristine but allowed
        </SubmitButton>
      </>,
    );
    const names = [
      'Ready',
      'Submitting',
      'Invalid',
      'Invalid but allowed',
      'Pristine',
      'Pristine but allowed',
    ];
    expect(names.map(isOff)).toEqual([false, true, true, false, true, false]);
  });

  it('[001-4.49] shows that it is submitting', async () => {
    await renderInApp(
      <SubmitButton isValid isDirty isSubmitting>
        Save
      </SubmitButton>,
    );
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBe('true');
  });
});

describe('inputs', () => {
  function Number({ onValue }: { onValue: (value: number | null) => void }) {
    const [value, setValue] = useState<number | null>(null);
    return (
      <NumberInput
        label="Minutes"
        min={5}
        max={60}
        value={value}
        onChange={(next) => {
          setValue(next);
          onValue(next);
        }}
      />
    );
  }

  it.each([
    ['1', 5],
    ['5', 5],
    ['60', 60],
    ['77', 60],
  ])('[000-5.29] [001-5.64] clamps %s to the limits', async (typed, kept) => {
    const onValue = vi.fn();
    await renderInApp(<Number onValue={onValue} />);
    await userEvent.type(screen.getByLabelText('Minutes'), typed);
    await userEvent.tab();
    expect(onValue).toHaveBeenLastCalledWith(kept);
    expect(screen.getByLabelText('Minutes')).toHaveProperty('value', String(kept));
  });

  it('[000-5.30] [001-5.65] strips leading zeros of a number', async () => {
    await renderInApp(<Number onValue={() => undefined} />);
    await userEvent.type(screen.getByLabelText('Minutes'), '007');
    expect(screen.getByLabelText('Minutes')).toHaveProperty('value', '7');
  });

  it('[000-5.22] [001-5.68] keeps tags single', () =>
    expect(addTags(['a', 'b'], 'b,c,c')).toEqual(['a', 'b', 'c']));

  it('[000-5.24] trims tags and leaves out empty ones', () =>
    expect(addTags([], '  b c , ,\n\n d')).toEqual(['b c', 'd']));

  it('[000-5.25] [001-5.70] splits tags at newlines and commas', () =>
    expect(addTags([], 'a,b\nc')).toEqual(['a', 'b', 'c']));

  it('[000-5.23] [001-5.69] accepts a tag on Enter and on comma', async () => {
    const onTags = vi.fn();
    function Tags() {
      const [value, setValue] = useState<string[]>([]);
      return (
        <TagInput
          label="Tags"
          value={value}
          onChange={(next) => {
            setValue(next);
            onTags(next);
          }}
        />
      );
    }
    await renderInApp(<Tags />);
    await userEvent.type(screen.getByLabelText('Tags'), 'one{Enter}two,one, ,');
    expect(onTags).toHaveBeenLastCalledWith(['one', 'two']);
    await userEvent.click(screen.getByLabelText('Tags'));
    await userEvent.paste('three, four\nfive,two');
    expect(onTags).toHaveBeenLastCalledWith(['one', 'two', 'three', 'four', 'five']);
  });

  it('[001-9.15] a list that drops down is at most 300 high and 800 wide', async () => {
    const options = Array.from({ length: 40 }, (_, index) => ({
      value: `o${index}`,
      label: `Option ${index}`,
    }));
    await renderInApp(<Select label="Kind" options={options} value={null} onChange={() => undefined} />);
    await userEvent.click(screen.getByLabelText('Kind'));
    const menu = (await screen.findByRole('listbox')).closest<HTMLElement>('[style*="max-width"]');
    expect(menu?.style.maxWidth).toBe('min(800px, 90vw)');
    expect(document.body.innerHTML).toContain('max-height: calc(18.75rem');
  });

  it('[000-9.12] [000-9.13] offers Select All, and Clear after the configured count', async () => {
    function Types() {
      const [value, setValue] = useState<string[]>([]);
      return (
        <MultiSelect
          label="Types"
          clearFrom={2}
          options={['a', 'b', 'c'].map((name) => ({ value: name, label: name }))}
          value={value}
          onChange={setValue}
        />
      );
    }
    await renderInApp(<Types />);
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Select All' }));
    expect(screen.queryByRole('button', { name: 'Select All' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.getByRole('button', { name: 'Select All' })).toBeDefined();
  });
});
