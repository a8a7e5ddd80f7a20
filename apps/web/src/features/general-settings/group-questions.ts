import type { Question } from '../../ui/overlays/confirm.tsx';

type Values = Readonly<Record<string, unknown>>;

function dataQuestion(before: Values, after: Values): Question | undefined {
  const [had, stay] = [before['retentionDays'], after['retentionDays']];
  const isShorter = typeof had === 'number' && typeof stay === 'number' && stay < had;
  const opens = before['dataLakeAccessControl'] !== false && after['dataLakeAccessControl'] === false;
  if (!isShorter && !opens) return undefined;
  const said = [
    isShorter &&
      `Events stay ${stay} days instead of ${had}: the next nightly run removes what is older, for good.`,
    opens && 'Data-lake access control goes off: everybody who may search sees the events of every log type.',
  ];
  return {
    title: isShorter ? 'Remove Older Events' : 'Open Every Log Type',
    message: said.filter((sentence) => sentence !== false).join(' '),
    confirmLabel: 'Save',
    danger: true,
  };
}

/** What is asked before a group of settings is saved, by its id; undefined where nothing is lost or opened by it. */
export const groupQuestions: Readonly<
  Record<string, (before: Values, after: Values) => Question | undefined>
> = { data: dataQuestion };
