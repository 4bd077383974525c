import { isObject, type JsonTree, RawJson } from './json-tree.ts';
import { paramsOf, pathOf } from './paths.ts';
import type { RequestAttempt } from './request-attempt.ts';

const maxTries = 400;

/** Removes parts of a request as long as it fails the same way. */
export async function shrinkAttempt(
  attempt: RequestAttempt,
  failsAlike: (smaller: RequestAttempt) => Promise<boolean>,
): Promise<RequestAttempt> {
  let smallest = attempt;
  let tries = 0;
  const better = async (): Promise<RequestAttempt | undefined> => {
    for (const candidate of smallerAttempts(smallest)) {
      if (++tries > maxTries) return undefined;
      if (await failsAlike(candidate)) return candidate;
    }
    return undefined;
  };
  for (let next = await better(); next; next = await better()) smallest = next;
  return smallest;
}

function* smallerAttempts(attempt: RequestAttempt): Generator<RequestAttempt> {
  const { query, headers, body, operation } = attempt;
  const params = operation ? paramsOf(operation, attempt.path) : {};
  for (const [name, value] of Object.entries(params))
    for (const shorter of shorterTexts(value).filter((each) => !each.includes('%')))
      yield { ...attempt, path: pathOf(operation!, { ...params, [name]: shorter }) };
  for (const n of query.keys()) yield { ...attempt, query: query.toSpliced(n, 1) };
  for (const [n, [name]] of headers.entries())
    if (!/^(authorization|content-type)$/i.test(name))
      yield { ...attempt, headers: headers.toSpliced(n, 1) };
  for (const [n, [name, value]] of query.entries())
    for (const shorter of shorterTexts(value))
      if (!shorter.includes('%') || shorter.length < 2)
        yield { ...attempt, query: query.toSpliced(n, 1, [name, shorter]) };
  if (body && 'tree' in body)
    for (const tree of smallerTrees(body.tree)) yield { ...attempt, body: { tree } };
  if (body && 'bytes' in body)
    for (let size = body.bytes.length; size > 1; size = Math.floor(size / 2)) {
      const cut = Math.ceil(size / 2);
      for (let at = 0; at < Math.min(body.bytes.length, 20 * cut); at += cut)
        yield {
          ...attempt,
          body: {
            bytes: Buffer.concat([body.bytes.subarray(0, at), body.bytes.subarray(at + cut)]),
          },
        };
    }
}

function* smallerTrees(tree: JsonTree): Generator<JsonTree> {
  if (typeof tree === 'string') yield* shorterTexts(tree);
  if (typeof tree === 'number' && tree !== 0) yield 0;
  if (tree instanceof RawJson) yield null;
  if (Array.isArray(tree)) {
    // Halves first: removing a hundred leads one by one would take all tries.
    for (
      let size = Math.ceil(tree.length / 2);
      size >= 1;
      size = size === 1 ? 0 : Math.ceil(size / 2)
    )
      for (let at = 0; at < tree.length; at += size) yield tree.toSpliced(at, size);
    for (const [n, item] of tree.entries())
      for (const less of smallerTrees(item)) yield tree.with(n, less);
  }
  if (isObject(tree)) {
    const fields = Object.entries(tree);
    for (const n of fields.keys()) yield Object.fromEntries(fields.toSpliced(n, 1));
    for (const [n, [name, value]] of fields.entries())
      for (const less of smallerTrees(value))
        yield Object.fromEntries(fields.toSpliced(n, 1, [name, less]));
  }
}

function* shorterTexts(text: string): Generator<string> {
  if (text.length > 1) yield 'x';
  for (let size = Math.floor(text.length / 2); size >= 1; size = Math.floor(size / 2)) {
    yield text.slice(size);
    yield text.slice(0, -size);
  }
}
