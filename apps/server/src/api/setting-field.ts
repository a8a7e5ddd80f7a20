import type { FormField } from '@margay/settings';
import type { SchemaShape } from './schema-shape.ts';

/** One input of a form of settings, for everything that people set up: destinations, log sources. */
export function settingFieldType(
  // Named in full: the type of `createBuilder` follows from this function.
  builder: PothosSchemaTypes.SchemaBuilder<PothosSchemaTypes.ExtendDefaultTypes<SchemaShape>>,
) {
  const Option = builder.objectRef<FormField['options'][number]>('SettingOption').implement({
    auth: 'with-parent',
    fields: (t) => ({ value: t.exposeString('value'), label: t.exposeString('label') }),
  });
  const ShownWhen = builder.objectRef<NonNullable<FormField['shownWhen']>>('SettingShownWhen').implement({
    auth: 'with-parent',
    fields: (t) => ({
      field: t.exposeString('field'),
      oneOf: t.stringList({ resolve: ({ oneOf }) => [...oneOf] }),
    }),
  });
  return builder.objectRef<FormField>('SettingField').implement({
    description:
      'One input of a form of settings. Several may have one name: at most one of them is shown at a time.',
    auth: 'with-parent',
    fields: (t) => ({
      name: t.exposeString('name'),
      label: t.exposeString('label'),
      help: t.exposeString('help'),
      placeholder: t.exposeString('placeholder'),
      kind: t.exposeString('kind'),
      required: t.exposeBoolean('required', { description: 'While it is shown.' }),
      secret: t.exposeBoolean('secret'),
      options: t.expose('options', { type: [Option] }),
      default: t.field({
        type: 'JSON',
        nullable: true,
        description: 'What a new form begins with, and what counts where nothing is given.',
        resolve: (field) => field.default,
      }),
      min: t.exposeFloat('min', { nullable: true }),
      max: t.exposeFloat('max', { nullable: true }),
      maxLength: t.exposeInt('maxLength', { nullable: true }),
      pattern: t.exposeString('pattern', {
        nullable: true,
        description: 'A regular expression that a text has to match.',
      }),
      mustBeOn: t.exposeBoolean('mustBeOn'),
      shownWhen: t.expose('shownWhen', {
        type: ShownWhen,
        nullable: true,
        description:
          'Null: always. Else only while another shown field has one of these values; what is not shown is not sent.',
      }),
    }),
  });
}
