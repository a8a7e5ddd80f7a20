/** The parts of an alert's page, in the order of their tabs; each is a segment of the address. */
export const alertSections = ['details', 'events', 'summary', 'context', 'destinations', 'activity'] as const;
export type AlertSection = (typeof alertSections)[number];

export function sectionOf(text: string): AlertSection | undefined {
  return alertSections.find((section) => section === text);
}
