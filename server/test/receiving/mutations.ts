/** A generator of numbers below a limit, the same for the same seed. */
export function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % limit;
  };
}

const pieces = [
  '\r\n\r\n',
  '\n',
  '\0',
  'Content-Type: multipart/report; boundary="b1"\r\n',
  '\r\n--b1\r\n',
  '\r\n--b1--\r\n',
  'Final-Recipient: rfc822;',
  'Content-Transfer-Encoding: base64\r\n',
  '=?utf-8?B?',
  '<',
  '@',
  '550 5.1.1 ',
  '\u001b$B',
  '\u00ff\u00fe',
  '(((((((((',
];

/** A message with some bytes changed, cut out, repeated or added. */
export function mutateMessage(raw: string, random: (limit: number) => number): Buffer {
  let text = Buffer.from(raw).toString('latin1');
  for (let count = 1 + random(6); count > 0; count--) {
    const at = random(text.length + 1);
    const length = random(200);
    const middle = [
      String.fromCharCode(random(256)),
      '',
      text.slice(at, at + length).repeat(1 + random(20)),
      pieces[random(pieces.length)]!,
    ][random(4)]!;
    text = text.slice(0, at) + middle + text.slice(at + random(length + 1));
  }
  return Buffer.from(text, 'latin1');
}
