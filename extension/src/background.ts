import type { Reading } from './capture/person.ts';
import { alarmName, deliver } from './outbox/deliver.ts';
import { loadPreferences } from './store/preferences.ts';
import { storeReading } from './store/reading.ts';

// Nothing but the extension's own pages may read what is stored.
void chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });

chrome.action.onClicked.addListener((tab) => {
  // Before anything is awaited: Chrome opens the panel only while it handles the click.
  void chrome.sidePanel.open({ windowId: tab.windowId });
  if (tab.id !== undefined) void readTab(tab.id, tab.windowId);
});

// What waits is sent when the panel asks for it, when a wait is over, and when the browser starts.
chrome.runtime.onMessage.addListener((message: unknown) => {
  if (message === 'deliver') void deliver();
  if (message === 'deliver-now') void deliver({ now: true });
});
chrome.alarms.onAlarm.addListener(({ name }) => {
  if (name === alarmName) void deliver();
});
chrome.runtime.onStartup.addListener(() => void deliver());
chrome.runtime.onInstalled.addListener(() => void deliver());

/** Reads the tab once. The click has given access to it, and to no other tab. */
async function readTab(tabId: number, windowId: number): Promise<void> {
  const id = crypto.randomUUID();
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
    await storeReading(windowId, { status: 'read', id, reading: result!.result as Reading });
  } catch {
    // Pages of the browser itself and of its store cannot be read.
    await storeReading(windowId, { status: 'unreadable', id });
  }
}
