/** Where the files are among the objects. */
export const csvFolder = 'exports';

export const keyOf = (id: string) => `${csvFolder}/${id}.csv`;

/** Undefined for what no export wrote. */
export const idOfKey = (key: string) => /^exports\/([0-9a-f]{32})\.csv$/.exec(key)?.[1];
