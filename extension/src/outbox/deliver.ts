import type { OutcropError } from '@outcrop/client';
import { clientOf, loadConnection, refreshConnection } from '../store/connection.ts';
import { changePause, changeSave, loadPause, loadSave, loadSaves } from './outbox.ts';
import { afterFailure, canSend, type OutboxPause } from './outbox-rules.ts';
import { isIncomplete, type Save, type SaveProblem } from './save.ts';
import { sendStep, withStep } from './steps.ts';

export const alarmName = 'outbox';
const interruptedMinutes = 1;
const optionsAgeMs = 10 * 60_000;

let current: Promise<void> | null = null;
let isWanted = false;
let isWantedNow = false;

/** Sends what waits, one save after another. A call during a delivery starts another one after it. */
export function deliverSaves({ now = false }: { now?: boolean } = {}): Promise<void> {
  isWanted = true;
  isWantedNow ||= now;
  current ??= (async () => {
    try {
      while (isWanted) {
        const ignoresPause = isWantedNow;
        isWanted = false;
        isWantedNow = false;
        await deliverAll(ignoresPause);
      }
    } finally {
      current = null;
    }
  })();
  return current;
}

async function deliverAll(ignoresPause: boolean): Promise<void> {
  const connection = await loadConnection();
  const pause = await loadPause();
  const mayTry = ignoresPause && pause?.reason !== 'unauthorized';
  if (!connection) return;
  // Chrome forgets alarms when it is closed.
  if (pause && !mayTry && !canSend(pause, Date.now())) return waitFor(pause);
  const waiting = (await loadSaves()).filter(({ status }) => status === 'waiting');
  // Chrome may stop this worker at any moment, more than once. The alarm starts it again.
  if (waiting.length > 0)
    await chrome.alarms.create(alarmName, {
      delayInMinutes: interruptedMinutes,
      periodInMinutes: interruptedMinutes,
    });
  let sent = 0;
  for (const { id } of waiting) {
    const save = await loadSave(id);
    // It may belong to a workspace that was connected before.
    if (save?.status !== 'waiting' || save.workspaceId !== connection.workspace.id) continue;
    const failure = await deliverSave(save, clientOf(connection), pause);
    if (failure) return waitFor(failure);
    sent += 1;
  }
  if (pause) await changePause(null);
  await chrome.alarms.clear(alarmName);
  // The choices in the panel stay fresh without a request before a save.
  if (sent > 0 && Date.now() - connection.checkedAt > optionsAgeMs)
    await refreshConnection(connection).catch(() => {});
}

/** Sends the steps that are left. Each result is stored before the next step is sent. */
async function deliverSave(
  save: Save,
  client: ReturnType<typeof clientOf>,
  pause: OutboxPause | null,
): Promise<OutboxPause | null> {
  let state = save;
  for (const [position, step] of save.steps.entries()) {
    if (step.status !== 'waiting') continue;
    if (position > 0 && state.prospectIds.length === 0) {
      state = withStep(state, position, 'failed', 'Skipped, because no one was saved.');
      continue;
    }
    try {
      state = await sendStep(client, state, position);
    } catch (error) {
      const failure = afterFailure(error, pause, Date.now(), Math.random());
      if ('pause' in failure) return failure.pause;
      if (position === 0) {
        await changeIfThere({ ...state, status: 'stopped', problem: problemOf(failure.refused) });
        return null;
      }
      state = withStep(state, position, 'failed', failure.refused.message);
    }
    if (!(await changeIfThere(state))) return null;
  }
  await changeIfThere({
    ...state,
    status: isIncomplete(state) ? 'stopped' : 'done',
    problem: null,
  });
  return null;
}

/** The user may have discarded it, or disconnected, while it was sent. */
async function changeIfThere(save: Save): Promise<boolean> {
  if (!(await loadSave(save.id))) return false;
  await changeSave(save);
  return true;
}

async function waitFor(pause: OutboxPause): Promise<void> {
  if (!(await loadConnection())) return;
  await changePause(pause);
  await chrome.alarms.clear(alarmName);
  if (pause.until !== null) await chrome.alarms.create(alarmName, { when: pause.until });
}

const problemOf = ({ code, message, fieldErrors, correlationId }: OutcropError): SaveProblem => ({
  code,
  message,
  fieldErrors,
  correlationId,
});
