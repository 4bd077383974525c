/** Whether the bytes contain this statement as a simple query: `Q`, a length, the text, a zero. */
export const containsStatement =
  (statement: string) =>
  (bytes: Buffer): boolean => {
    const message = Buffer.alloc(statement.length + 6);
    message.write('Q');
    message.writeUInt32BE(statement.length + 5, 1);
    message.write(statement, 5);
    return bytes.includes(message);
  };
