/** Folder of the data folder with the rows of lookup tables. */
export const tablesFolder = 'lookup-tables';
