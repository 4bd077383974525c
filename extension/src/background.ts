import type { PageReading } from './capture/person.ts';
import { alarmName, deliverSaves } from './outbox/deliver.ts';
import { loadPreferences } from './store/preferences.ts';
import { storeReading } from './store/reading.ts';

// Nothing but the extension's own pages may read what is stored.
// Firefox never shows it to pages, and has no such function.
void (chrome.storage.local as Partial<chrome.storage.StorageArea>).setAccessLevel?.({
  accessLevel: 'TRUSTED_CONTEXTS',
});

chrome.action.onClicked.addListener((tab) => {
  // Before anything is awaited: browsers open the panel only while they handle the click.
  openPanel(tab.windowId);
  if (tab.id !== undefined) void readTab(tab.id, tab.windowId);
});

// What waits is sent when the panel asks for it, when a wait is over, and when the browser starts.
chrome.runtime.onMessage.addListener((message: unknown) => {
  if (message === 'deliver') void deliverSaves();
  if (message === 'deliver-now') void deliverSaves({ now: true });
});
chrome.alarms.onAlarm.addListener(({ name }) => {
  if (name === alarmName) void deliverSaves();
});
chrome.runtime.onStartup.addListener(() => void deliverSaves());
chrome.runtime.onInstalled.addListener(() => void deliverSaves());

/** Firefox calls it a sidebar. */
function openPanel(windowId: number): void {
  const { sidePanel, sidebarAction } = chrome as {
    sidePanel?: typeof chrome.sidePanel;
    sidebarAction?: { open: () => Promise<void> };
  };
  void (sidePanel ? sidePanel.open({ windowId }) : sidebarAction?.open());
}

/** The last click in each window. */
const lastClicks = new Map<number, string>();

/** Reads the tab once. The click has given access to it, and to no other tab. */
async function readTab(tabId: number, windowId: number): Promise<void> {
  const id = crypto.randomUUID();
  lastClicks.set(windowId, id);
  await storeReading(windowId, { status: 'reading', id });
  const found = await readPage(tabId);
  // A slow page must not replace the page that was clicked after it.
  if (lastClicks.get(windowId) === id) await storeReading(windowId, { ...found, id });
}

async function readPage(tabId: number) {
  const { siteAdapters } = await loadPreferences();
  try {
    await chrome.scripting.executeScript({
      target: { tabId },
      func: (isOn: boolean) => {
        Object.assign(globalThis, { outcropSiteAdapters: isOn });
      },
      args: [siteAdapters],
    });
    const [result] = await chrome.scripting.executeScript({
      target: { tabId },
      files: ['read-page.js'],
    });
    return { status: 'read', reading: result!.result as PageReading } as const;
  } catch {
    // Pages of the browser itself and of its store cannot be read.
    return { status: 'unreadable' } as const;
  }
}
