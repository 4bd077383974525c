const maxLength = 150;

/**
 * The name of an attachment as a file can have it: one line, without folders, and without characters
 * that reverse the order of others, which make `fdp.exe` look like `exe.pdf`.
 */
export function safeFileName(name: string | null): string {
  const clean = (name ?? '')
    .slice(0, 1_000)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/gu, '')
    .replaceAll(/[/\\:*?"<>|]/g, '_')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '');
  const characters = [...clean];
  if (characters.length <= maxLength) return clean || 'attachment';
  const extension = /\.[\p{L}\p{N}]{1,10}$/u.exec(clean)?.[0] ?? '';
  return characters.slice(0, maxLength - extension.length).join('') + extension;
}
