import { sql, type Tx } from '../../platform/db/index.ts';
import { indexedWords } from '../search/word-rules.ts';

/** A change of a prospect's search text: null before the prospect is added and after it is deleted. */
export interface TextChange {
  id: string;
  before: string | null;
  after: string | null;
}

/** Updates the index of words after search texts changed. */
export function indexWords(tx: Tx, changes: TextChange[]): void {
  const changed = changes.filter(({ before, after }) => before !== after);
  const [removed, added] = [
    wordsIn(changed, ({ before, after }) => missingWords(before, after)),
    wordsIn(changed, ({ before, after }) => missingWords(after, before)),
  ];
  if (removed !== null)
    tx.defer(sql`
      delete from prospect_word w
      using json_to_recordset(${removed}) as removed (id uuid, words text[])
      where w.workspace_id = ${tx.workspaceId} and w.word = any(removed.words)
        and w.prospect_id = removed.id`);
  // In the order of the index, so that the insert visits each page of the index once.
  if (added !== null)
    tx.defer(sql`
      insert into prospect_word (workspace_id, word, prospect_id)
      select ${tx.workspaceId}, word, added.id
      from json_to_recordset(${added}) as added (id uuid, words text[])
      cross join lateral unnest(added.words) as word
      order by word collate "C", added.id`);
}

/** The words of the first text that the second one does not have. */
function missingWords(of: string | null, from: string | null): string[] {
  if (of === null) return [];
  const known = new Set(from === null ? [] : indexedWords(from));
  return indexedWords(of).filter((word) => !known.has(word));
}

const wordsIn = (
  changes: TextChange[],
  wordsOf: (change: TextChange) => string[],
): string | null => {
  const rows = changes
    .map((change) => ({ id: change.id, words: wordsOf(change) }))
    .filter(({ words }) => words.length > 0);
  return rows.length === 0 ? null : JSON.stringify(rows);
};
