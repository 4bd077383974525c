/** Console errors and warnings so far. A test that expects some removes them. */
export const complaints: string[] = [];
