/** One small, realistic bug, and the test in CI that has to fail because of it. */
export interface PlantedBug {
  /** The short name of the promise that the bug breaks. */
  promise: string;
  /** The promise itself. */
  sentence: string;
  file: string;
  /** Occurs once in the file. */
  find: string;
  replace: string;
  /** Without the end of its name, which changes with the project that runs it. */
  test: string;
  /** A part of the test's name. */
  name: string;
}

/** A bug for each promise that has to hold whatever happens. */
export const plantedBugs: readonly PlantedBug[] = [
  {
    promise: 'no-row-of-another-workspace',
    sentence: 'No answer shows a row of another workspace.',
    // A cache of answers whose key lacks the workspace.
    file: 'server/src/platform/http/pipeline.ts',
    find: `return db.read(caller.workspaceId, run, { signal, viewer });
  if (!content && !upload)`,
    replace: `return (((globalThis as { cached?: Record<string, object> }).cached ??= {})[request.url] ??=
      await db.read(caller.workspaceId, run, { signal, viewer }));
  if (!content && !upload)`,
    test: 'server/test/tenants/same-requests',
    name: 'get their own rows',
  },
  {
    promise: 'foreign-id-like-unknown-id',
    sentence: 'The id of another workspace gets the same answer as a random id.',
    // A more helpful error, which says that the workspace exists.
    file: 'server/src/core/sign-in/authentication.ts',
    find: `  if (!row) return null;
  return {
    user: {`,
    replace: `  if (!row) return null;
  if (row.role === null && workspaceId !== null) {
    const named = sql\`select from workspace where id = \${workspaceId}\`;
    const { ApiError } = await import('../../platform/error.ts');
    if ((await db.read(workspaceId, (tx) => tx.rows(named))).length > 0)
      throw new ApiError('insufficient_role', 'You are not a member of this workspace.');
  }
  return {
    user: {`,
    test: 'server/test/sessions',
    name: 'a workspace of others is like one that does not exist',
  },
  {
    promise: 'no-change-in-another-workspace',
    sentence: 'No request changes a row of another workspace.',
    // The header of the console decides for tokens too. Their workspace is not checked against it.
    file: 'server/src/platform/http/pipeline.ts',
    find: 'const outcome = await db.transaction(caller.workspaceId, once, { signal, viewer });',
    replace: `const outcome = await db.transaction(
      String(request.headers['outcrop-workspace'] ?? caller.workspaceId), once, { signal, viewer });`,
    test: 'server/test/tenants/same-requests',
    name: 'changes only its own workspace',
  },
  {
    promise: 'no-row-without-a-workspace',
    sentence: 'The database shows no row to a statement outside of a workspace.',
    // The setting stays on the connection after the transaction.
    file: 'server/src/platform/db/transaction.ts',
    find: 'set local app.workspace_id',
    replace: 'set app.workspace_id',
    test: 'server/src/platform/db/workspace-setting',
    name: 'its connection shows no row of its workspace',
  },
  {
    promise: 'ended-token-starts-nothing',
    sentence: 'After a token is revoked or its member removed, no process accepts it.',
    // Tokens that were looked up are remembered.
    file: 'server/src/core/sign-in/authentication.ts',
    find: `const [row] = await db.query<TokenRow>(
    sql\`select * from authenticate_token(\${hash})\`,
    key,
    disconnectSignal,
  );`,
    replace: `const known = ((globalThis as { known?: Record<string, TokenRow> }).known ??= {});
  const [row] = known[key] ? [known[key]] : await db.query<TokenRow>(
    sql\`select * from authenticate_token(\${hash})\`,
    key,
    disconnectSignal,
  );
  if (row) known[key] = row;`,
    test: 'server/src/core/sign-in/authentication',
    name: 'after a revocation is acknowledged, no process accepts the token',
  },
  {
    promise: 'role-change-at-next-request',
    sentence: 'A change of a role applies to the next request.',
    // The role of the first request is remembered.
    file: 'server/src/core/sign-in/authentication.ts',
    find: '  role: row.role,\n  user: {',
    replace: `  role: (((globalThis as { roles?: Record<string, Role> }).roles ??= {})[
    row.workspace_id + row.user_id
  ] ??= row.role),
  user: {`,
    test: 'server/src/core/sign-in/authentication',
    name: 'a role change applies from the next request',
  },
  {
    promise: 'no-secret-in-logs',
    sentence: 'Tokens, passwords and keys are in no log and no error.',
    // The log contains the full URL, with all that a caller put there.
    file: 'server/src/platform/http/app.ts',
    find: "path: request.routeOptions.url ?? 'unknown',",
    replace: 'path: request.url,',
    test: 'server/test/logs',
    name: 'a token never appears in the log',
  },
  {
    promise: 'acknowledged-leads-exist',
    sentence: 'Every lead of a 200 exists and is on its list.',
    // The answer does not wait for the commit.
    file: 'server/src/platform/db/database.ts',
    find: '        await committed;\n',
    replace: '        committed.catch(() => {});\n',
    test: 'server/test/commits',
    name: 'leads are acknowledged only after their commit',
  },
  {
    promise: 'lead-counts-add-up',
    sentence: 'Received is inserted, updated, skipped, failed and blocked leads together.',
    // The failed leads do not include conflicts.
    file: 'server/src/leads/post-leads.ts',
    find: "failed: countOf('failed'),",
    replace:
      "failed: finalResults.filter((result) => result.status === 'failed' && !result.conflictIds).length,",
    test: 'server/src/leads/post-leads',
    name: 'counts each lead exactly once, so that the counts add up',
  },
  {
    promise: 'imports-within-quota',
    sentence: 'Imports of a month never exceed the plan, also at the same time.',
    // Two requests read the same use, because neither locks it.
    file: 'server/src/core/usage/quota.ts',
    find: '    for no key update of usage`);',
    replace: '`);',
    test: 'server/src/leads/post-leads.races',
    name: 'concurrent requests import no more than the plan allows',
  },
  {
    promise: 'one-prospect-per-person',
    sentence: 'One person is one prospect, within a request and between requests.',
    // Prospects are not found by their email address.
    file: 'server/src/core/prospects/lead-match-rules.ts',
    find: 'if (emailKey !== null) this.#email.set(emailKey, tracked);',
    replace: '',
    test: 'server/src/leads/post-leads.races',
    name: 'concurrent requests create one prospect for each person',
  },
  {
    promise: 'one-list-per-name',
    sentence: 'There is one list and one tag for each name.',
    // Names are compared as they were written.
    file: 'server/src/core/lists-and-tags/find-or-create-list-or-tag.ts',
    find: ".replaceAll(/\\s+/g, ' ').toLowerCase()",
    replace: ".replaceAll(/\\s+/g, ' ')",
    test: 'server/src/leads/post-leads.races',
    name: 'concurrent requests with one new name create one list',
  },
  {
    promise: 'one-effect-per-idempotency-key',
    sentence: 'Requests with the same Idempotency-Key have one effect, also after a crash.',
    // The response is stored in a transaction after the one of the change.
    file: 'server/src/platform/http/pipeline.ts',
    find: `else if (claim) storeResponse(tx, claim, data);
      return { data, replayed: false };
    };
    const outcome = await db.transaction(caller.workspaceId, once, { signal, viewer });`,
    replace: `return { data, replayed: false };
    };
    const outcome = await db.transaction(caller.workspaceId, once, { signal, viewer });
    if (claim && !outcome.replayed)
      await db.transaction(caller.workspaceId, async (tx) => storeResponse(tx, claim, outcome.data));`,
    test: 'server/test/commits',
    name: 'a change is committed together with the response of its Idempotency-Key',
  },
  {
    promise: 'credits-are-settled',
    sentence: 'The balance is the sum of the ledger, and each reservation is spent or released.',
    // A spent credit stays reserved.
    file: 'server/src/core/usage/credits.ts',
    find: "('capture', -1, -1)",
    replace: "('capture', -1, 0)",
    test: 'server/test/enrichment/outcomes',
    name: 'when the model fails, the request is retried for the same credit',
  },
  {
    promise: 'repeated-id-charged-once',
    sentence: 'An id that is repeated in a request is charged once.',
    file: 'contract/src/fields.ts',
    find: '.overwrite((ids) => [...new Set(ids)])',
    replace: '',
    test: 'server/src/enrichment/post-enrich',
    name: 'prospects already queued in that mode, or listed twice, cost nothing more',
  },
  {
    promise: 'enrolled-once',
    sentence: 'A prospect is in a campaign at most once, and the counts add up.',
    file: 'server/src/campaigns/enroll-prospects.ts',
    find: 'earlier: earlierOf.get(prospectId) ?? null,',
    replace: 'earlier: null,',
    test: 'server/src/campaigns/post-campaigns',
    name: 'a prospect is never enrolled twice',
  },
  {
    promise: 'one-accepted-message-per-step',
    sentence: 'An email whose answer was lost is unknown and is not sent again by itself.',
    // A lost answer counts as a failure of the host, and emails are sent again after such a
    // failure.
    file: 'server/src/sending/smtp-reply-rules.ts',
    find: "rule(['dot'], 'none: closed or timed out', isNoReply, 'unknown', [null]),",
    replace: "rule(['dot'], 'none: closed or timed out', isNoReply, 'host_fails', [null]),",
    test: 'server/src/sending/send-email',
    name: 'by a drop after the dot is unknown',
  },
  {
    promise: 'nothing-after-a-stop',
    sentence: 'After a suppression is acknowledged, no email to the person leaves.',
    // The check before the final dot is skipped.
    file: 'server/src/sending/gate-rules.ts',
    find: "  if (prospect.doNotContact || state.isSuppressed) return 'suppressed';\n",
    replace: '',
    test: 'server/src/sending/send-email',
    name: 'an email is held back at the dot if meanwhile the prospect was suppressed',
  },
  {
    promise: 'suppression-outlives-deletion',
    sentence: 'A suppressed person stays suppressed after deletion and another import.',
    // Only the prospect is marked.
    file: 'server/src/core/prospects/bulk-operation.ts',
    find: '      suppression.add(tx, affected);\n',
    replace: '',
    test: 'server/src/bulk/post-bulk.delete',
    name: 'a suppressed prospect that was deleted is suppressed again when imported',
  },
  {
    promise: 'daily-limit-of-a-mailbox',
    sentence: 'A mailbox never sends more than its limit in a day.',
    file: 'server/src/core/sending/pace-rules.ts',
    find: 'if (counted.sentToday >= limit)',
    replace: 'if (counted.sentToday > limit)',
    test: 'server/src/core/sending/pace-rules',
    name: 'at its limit a mailbox waits for the next day',
  },
  {
    promise: 'opening-a-link-changes-nothing',
    sentence: 'Opening the link to unsubscribe does not unsubscribe; its button does.',
    // The link unsubscribes when it is opened.
    file: 'server/src/unsubscribe/mount-unsubscribe.ts',
    find: 'scope.get(url, async (_request, reply) => sendPage(reply, 200, unsubscribePages.ask));',
    replace: `scope.get<{ Params: { token: string } }>(url, async (request, reply) => {
      await unsubscribe(deps, request);
      return sendPage(reply, 200, unsubscribePages.ask);
    });`,
    test: 'server/src/unsubscribe/unsubscribe',
    name: 'changes nothing, even if it is opened a thousand times',
  },
  {
    promise: 'received-once',
    sentence: 'Each received message is stored once, also when its mailbox is numbered anew.',
    // The condition for messages that are known is reversed.
    file: 'server/src/receiving/received.sql.ts',
    find: "role === 'inbox' ? sql`not received.ignored`",
    replace: "role === 'inbox' ? sql`received.ignored`",
    test: 'server/test/receiving/faults',
    name: 'messages that a server numbers anew are not stored again',
  },
  {
    promise: 'change-and-event-together',
    sentence: 'A change and its event are committed together.',
    // The event is written after the commit.
    file: 'server/src/core/events/emit-events.ts',
    find: `tx.defer(sql\`
    insert into event (workspace_id, id, type, prospect_id, actor_kind, actor_id, correlation_id, data, previous)
    select \${tx.workspaceId}, id, type, prospect_id, \${actor.kind}, \${actor.id}::uuid, \${correlationId}, data, previous
    from json_to_recordset(\${JSON.stringify(rows)})
      as new_event (id uuid, type text, prospect_id uuid, data jsonb, previous jsonb)\`);`,
    replace: `const statement = sql\`
    insert into event (workspace_id, id, type, prospect_id, actor_kind, actor_id, correlation_id, data, previous)
    select \${tx.workspaceId}, id, type, prospect_id, \${actor.kind}, \${actor.id}::uuid, \${correlationId}, data, previous
    from json_to_recordset(\${JSON.stringify(rows)})
      as new_event (id uuid, type text, prospect_id uuid, data jsonb, previous jsonb)\`;
  tx.afterCommit(() => void tx.run(statement).catch(() => {}));`,
    test: 'server/test/commits',
    name: 'a change is committed together with its event',
  },
  {
    promise: 'event-delivered-at-least-once',
    sentence: 'An event is sent to a webhook until the receiver accepts it, always with one id.',
    // Any answer counts as accepted.
    file: 'server/src/webhooks/delivery-rules.ts',
    find: 'status !== null && status >= 200 && status < 300;',
    replace: 'status !== null;',
    test: 'server/src/webhooks/delivery',
    name: 'a failed delivery is retried with the same id and a new signature',
  },
  {
    promise: 'lost-job-is-not-finished',
    sentence: 'A job that another worker took over cannot be finished by the first one.',
    // A transaction does not look at the claim.
    file: 'server/src/platform/queue/job-attempt.ts',
    find: "if (lock.status === 'fulfilled' && lock.value === 0) throw new JobClaimLost();",
    replace: '',
    test: 'server/test/queue/claims',
    name: 'once another attempt has begun, the first one cannot write',
  },
  {
    promise: 'jobs-take-turns',
    sentence: "A workspace's many jobs do not delay those of another one.",
    // Jobs of a workspace do not queue behind its earlier ones.
    file: 'server/src/platform/queue/queue-positions.ts',
    find: 'set position = greatest(',
    replace: 'set position = least(',
    test: 'server/test/queue/positions',
    name: 'each workspace queues behind its own jobs',
  },
  {
    promise: 'bulk-all-or-nothing',
    sentence: 'POST /bulk changes all prospects of the request, or none.',
    // One known id is enough.
    file: 'server/src/core/prospects/missing-ids.ts',
    find: 'if (missing.length > 0 && !ignoreMissing)',
    replace: 'if (missing.length === ids.length && !ignoreMissing)',
    test: 'server/src/bulk/post-bulk.ids',
    name: 'is 404 and changes no prospect',
  },
  {
    promise: 'errors-without-internals',
    sentence: 'An error has no stack and no SQL, and its id finds the line of the log.',
    // A bug of ours is described by its own message.
    file: 'server/src/platform/http/envelope.ts',
    find: "new ApiError('internal_error', errorMessages.internal,",
    replace: "new ApiError('internal_error', (error as Error).message,",
    test: 'server/test/logs',
    name: 'a bug is a 500 without details',
  },
  {
    promise: 'recovers-after-faults',
    sentence: 'After the last fault, waiting requests are served again and do not pile up.',
    // A queue that was full once counts as overloaded for good.
    file: 'server/src/platform/fair-queue.ts',
    find: 'if (lane.waiting.length === 0) lane.waitingSince = now;',
    replace: 'lane.waitingSince ||= now;',
    test: 'server/src/platform/fair-queue',
    name: 'new waiters are rejected early while the queue does not empty, and wait normally once it does',
  },
  {
    promise: 'inbox-read-before-follow-ups',
    sentence: 'No follow-up leaves unless its inbox was read in the five minutes before.',
    file: 'server/src/sending/gate-rules.ts',
    find: "!wasInboxRead(mailbox, at)) return 'inbox_not_read';",
    replace: "false) return 'inbox_not_read';",
    test: 'server/src/sending/send-email',
    name: 'the inbox was not read for five minutes and it is a follow-up',
  },
  {
    promise: 'no-bounce-for-our-own-fault',
    sentence: 'No address counts as bounced because the sender was refused.',
    // The words of servers that refuse the sender are not known at RCPT.
    file: 'server/src/sending/smtp-reply-rules.ts',
    find: "rule(inEmail, '5xx that says that the sender is refused',",
    replace: "rule(['mail'], '5xx that says that the sender is refused',",
    test: 'server/src/sending/smtp-reply-rules',
    name: 'is about the sender or relaying, not about the address',
  },
  {
    promise: 'linear-time',
    sentence: 'The time that any input takes grows linearly with its size.',
    // A regular expression that tries each run of spaces from each of its characters.
    file: 'server/src/platform/clean-input.ts',
    find: 'normalForm(withoutControls(value)).trim();',
    replace: "normalForm(withoutControls(value)).replace(/^\\s+|\\s+$/g, '');",
    test: 'server/test/linear-parsing',
    name: 'a query is read in linear time [validation.linear-time] blanks',
  },
  {
    promise: 'migrations-without-a-failed-request',
    sentence: 'A migration fails no request: it waits for locks only briefly.',
    file: 'server/src/platform/db/schema-migrations.ts',
    find: '-c lock_timeout=',
    replace: '-c planted.lock_timeout=',
    test: 'server/test/engine/migrations',
    name: 'is a transaction of its own, and waits for a lock for one second',
  },
  {
    promise: 'no-merge-by-a-shared-page',
    sentence: 'Two people are never merged by a page that is not the profile of one of them.',
    // The page of a company identifies a person.
    file: 'contract/src/identity/linkedin.ts',
    find: `    case 'in':
      return publicKey(second);`,
    replace: `    case 'in':
    case 'company':
      return publicKey(second);`,
    test: 'server/src/leads/post-leads.not-a-profile',
    name: 'colleagues who share a company page stay separate',
  },
];
