/** What no id of detection content holds: it stands in addresses, and in texts that other tools read as markup. */
export const forbiddenInId = '< > & " %';

const idPattern = /^[^<>&"%\s][^<>&"%]{0,199}$/;

/** Whether it can be the id of a detection, a helper, a data model, or the name of a saved search, which is its id. */
export const isContentId = (text: string): boolean => idPattern.test(text);
