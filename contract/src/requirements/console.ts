import { ours, type Requirement } from './requirement.ts';

export const console: Requirement[] = ours({
  'console.claim': 'The one-time link of a new instance creates its first Owner.',
  'console.sign-in': 'A user signs in, reaches the requested page, and signs out.',
  'console.second-factor': 'A user sets up two-factor authentication and signs in with it.',
  'console.reset': 'A forgotten password is reset with the emailed link.',
  'console.invitation': 'An invited user joins by the link, with a new or an existing account.',
  'console.mailbox-connected':
    'After signing in to a mailbox, a page says whether it was connected or what failed.',
  'console.mailboxes':
    'A mailbox is connected after a test that names the stage that failed, checked, changed, paused and removed.',
  'console.mailboxes-csv':
    'Mailboxes are connected from a CSV file after a dry run, and each row has its outcome.',
  'console.campaigns':
    'A campaign is written, previewed, rehearsed, filled from a list and started, and its page says what is missing.',
  'console.campaign-editor':
    'Steps show their problems while they are written, can be undone, and are not left unsaved by accident.',
  'console.campaign-chips':
    'Variables are chips in the text of an email, whose fallback is edited in place, and the text is stored as written.',
  'console.campaign-people':
    'People of a campaign are stopped, resumed and skipped, and someone decides about unknown emails.',
  'console.spent-link': 'An expired or used link says so and links to the sign-in page.',
  'console.own-addresses': 'Sign-in redirects only to pages of the console.',
  'console.link-secrets':
    'The secret of a link is never sent to a server in a URL and is removed from the address bar.',
  'console.session-ended':
    'After a session ends, the user signs in again and returns to the same page.',
  'console.fresh-password':
    'An action that requires a recent password asks for it, then continues or is canceled.',
  'console.policy':
    'The page has a content security policy without inline scripts and style sheets, and without other origins except for images.',
  'console.framing': 'No other page can embed the console.',
  'console.assets': 'Assets are cached forever; the page itself is revalidated.',
  'console.preload':
    'The code of a page, the session and the first rows of prospects are requested together, not one after another.',
  'console.size': 'The first page loads less than 200 kB of script.',
  'console.accessible': 'Every page passes axe in both themes.',
  'console.small-screens': 'Nothing scrolls sideways on a screen of 320 pixels.',
  'console.palette':
    'The command palette finds prospects, lists, tags and campaigns while the user types, and an error leaves its pages and actions usable.',
  'console.audit':
    'The audit log says in sentences who did what, filtered by action, user, token and day, and shows all that is stored.',
  'console.keyboard': 'Everything can be reached and used with the keyboard alone.',
  'console.single-keys':
    'Single-key shortcuts do nothing while the user types, and can be turned off.',
  'console.arrival': 'After navigation, focus moves to the new page and its title is announced.',
  'console.still':
    'Dialogs, notices, filters and navigation neither move nor cover what is in use.',
  'console.preferences': 'Theme and density follow the user’s choice and are saved.',
  'console.workspaces': 'The URL names the workspace, and users can switch between workspaces.',
  'console.roles': 'A page that a role cannot use says so; a disabled control says why.',
  'console.loading':
    'Slow content shows a skeleton, and old rows stay visible while new ones load.',
  'console.empty': 'An empty page says what will appear there; filters without results are named.',
  'console.errors':
    'An error says what failed and what to do, and offers a retry; an unexpected one has a correlation id.',
  'console.rate-limited': 'A rate limit is shown with a countdown and retried automatically.',
  'console.offline': 'Being offline is shown and clears automatically.',
  'console.tokens':
    'Each role creates a token, sees it once with working examples, and revokes it.',
  'console.token-secret':
    'After its dialog closes, a token is not in the page, the URL or the storage.',
  'console.members':
    'Admins invite members, change roles and remove members, and see the effect; others see the members.',
  'console.general': 'Admins rename the workspace; everyone can copy its id.',
  'console.webhooks':
    'Admins add, test, change, disable and delete webhooks, and see their status and errors.',
  'console.webhook-secret':
    'A webhook secret is shown once, with working receiver examples, and can be rotated.',
  'console.webhook-replay':
    'The log shows each delivery with request and response; one, all failed or a date range can be replayed.',
  'console.request-log': 'Admins find requests by correlation id and by filters.',
  'console.usage': 'The chart of the month has a text summary and a table with the same numbers.',
  'console.ai':
    'Admins set the language model and its instructions; a test call shows whether it works.',
  'console.text-only': 'User-generated content is shown as text, whatever it contains.',
  'console.tasks': 'Background jobs show their progress on every page, also after a reload.',
  'console.enrich':
    'Research or an opening line is queued for selected prospects after the cost in credits is shown.',
  'console.enrich-start':
    'Enrichment starts on its page, for a list, a tag, a saved view or everyone without research.',
  'console.enrich-obstacles':
    'Too few credits, a plan without enrichment and a missing model are shown with what to do.',
  'console.enrichment': 'Enrichment jobs show their progress, cost and who started them.',
  'console.enrichment-job':
    'A job shows the result per prospect, before and after, and why others failed; failed ones can be retried.',
  'console.ledger': 'Every credit change is listed, refunds as their own rows, with totals.',
  'console.pipeline-several':
    'Several cards are selected and moved together, and moved back by Undo.',
  'console.pipeline-add': 'A prospect can be added in any stage of the pipeline.',
  'console.pipeline-quick': 'The pipeline loads in one request and uses the full width.',
  'console.settings':
    'One entry of the navigation opens the settings, which have a list of their own.',
  'console.pipeline':
    'A prospect is moved to another stage by dragging or by menu, immediately and exactly, and back again.',
  'console.inbox':
    'Conversations are read, answered, snoozed and closed by keyboard, and then the next one opens.',
  'console.inbox-find':
    'Conversations are found by state, filters and words, which are in the URL.',
  'console.inbox-reply':
    'A reply can be undone for ten seconds, a draft survives a reload, and a reason is shown where replying is not allowed.',
  'console.inbox-saved-replies':
    'Saved replies are created, edited, deleted and inserted with the values of the prospect.',
  'console.inbox-decision':
    'A received message says what it is and why, and can be corrected after its effects are shown.',
  'console.inbox-html':
    'The HTML of a message is shown on request; no script of it runs, and images load after a click.',
  'console.inbox-history': 'A prospect shows all their conversations, each leading to its thread.',
  'console.home':
    'Home checks off the first steps automatically, describes its charts in text, and links to failures.',
  'console.home-roles':
    'Home begins with work for a Member, has API steps for Admins only, and nothing to do for a Viewer.',
  'console.notifications':
    'A bell counts unread notifications; each leads to its place and can be marked as read, as can all.',
  'console.mentions':
    'A colleague is mentioned in a note by name, suggested after an @, and shown with their present name.',
  'console.import':
    'A CSV file is imported in steps: map columns, preview the result, run the import.',
  'console.import-columns':
    'Fields chosen for the columns of a file are suggested for the next file with these columns.',
  'console.import-progress': 'The progress of an import survives a reload and a worker restart.',
  'console.import-wrong-file': 'A file that cannot be imported is rejected with what to do.',
  'console.import-quota':
    'A file beyond the quota shows how many rows exceed it and what to do, before it is imported.',
  'console.failed-rows': 'Failed rows are listed with their reasons and can be downloaded as CSV.',
  'console.task-pages':
    'Tasks are listed; each has its own page with counts, and can be canceled, undone or downloaded.',
  'console.prospect':
    'A prospect is shown with its data, sources and timeline, and can be moved, suppressed, listed and tagged.',
  'console.owner':
    'A prospect is assigned in the drawer and in bulk, with undo; the owner is a column and a filter.',
  'console.notes':
    'Notes are written, edited and deleted in the drawer, and shown with light Markdown and no HTML.',
  'console.follow-ups':
    'A follow-up is added in the drawer in two clicks; Home shows what is due today and overdue.',
  'console.drawer-beside':
    'The prospect drawer is beside the page, which stays usable, and steps through its list.',
  'console.edit-in-place':
    'Fields of a prospect are edited in the drawer and in the table, with Undo.',
  'console.prospect-edit': 'An edit conflict and an identifier that is already in use are shown.',
  'console.unsaved': 'Unsaved changes to a prospect are discarded only after confirmation.',
  'console.prospect-merge': 'Two records are merged after both and the result are shown.',
  'console.prospect-add': 'A prospect is added by hand, and the result is shown.',
  'console.prospect-add-asks':
    'Adding an existing prospect changes nothing until the user chooses to fill in or overwrite.',
  'console.lists':
    'Lists and tags are created, renamed, merged and deleted with their counts, and the prospects are kept.',
  'console.prospects':
    'Prospects are found by search and filters, which are in the URL, selected, and opened.',
  'console.prospects-filters':
    'Filters take several values, which bulk actions and exports use too, and a capped total is shown as “1,000+”.',
  'console.prospects-sort':
    'Prospects are sorted by column headings, by mouse and keyboard, and the order is in the URL.',
  'console.clicks': 'Daily jobs, such as exporting picked people, take a few counted clicks.',
  'console.views':
    'Filters, order and columns are saved as a view, which is pinned, shared, renamed, deleted, and opened in one click.',
  'console.filter-chips':
    'Active filters are shown with their values and can be removed, one or all, also by keyboard.',
  'console.columns':
    'Columns are chosen, ordered and sized by mouse and keyboard, and kept in the browser or the view.',
  'console.prospects-many':
    'However many prospects match, all can be scrolled through and selected.',
  'console.prospects-bulk':
    'Selected prospects are organized, enrolled and deleted together; undo is offered where possible.',
  'console.prospects-export':
    'The prospects that match the filters are exported, and the file is downloaded.',
  'console.account-settings':
    'A user changes their name, which notifications they get by email, and whether notices stay open.',
  'console.sending-rules':
    'Admins set the rules for emails of all campaigns, and others read them.',
  'console.monday':
    'A salesperson’s Monday: follow-ups, replies, an import, a bulk change and a report, without leaving the console.',
  'console.ten-minutes':
    'A first-time user imports, cleans up, finds, moves and enriches prospects.',
});
