/** `YYYY-MM-DD HH:MM:SS.fffffffff`, UTC, cut to milliseconds. */
export const dateOfEventTime = (text: string): Date => new Date(`${text.slice(0, 23).replace(' ', 'T')}Z`);
