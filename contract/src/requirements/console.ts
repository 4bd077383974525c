import { ours, type Requirement } from './requirement.ts';

/** The web console, in a browser. */
export const console: Requirement[] = ours({
  'console.claim': 'Whoever holds the one-time link of a new instance becomes its first Owner.',
  'console.sign-in':
    'Someone with an account signs in, comes to the page they asked for, and signs out.',
  'console.second-factor': 'Someone with a second factor sets it up, and signs in with it.',
  'console.reset': 'A forgotten password is replaced by the link that was mailed.',
  'console.invitation':
    'Who was invited joins by the link, with a new account or the one they have.',
  'console.spent-link':
    'A link that has expired or was used says so, and leads to the sign-in page.',
  'console.own-addresses': 'Signing in leads to addresses of the console and nowhere else.',
  'console.link-secrets': 'The secret of a link reaches no server, and leaves the address bar.',
  'console.session-ended': 'Whose session has ended signs in again, and comes back.',
  'console.fresh-password':
    'What needs a fresh password asks for it, and then goes on by itself or is left alone.',
  'console.policy': 'The page runs under a policy that allows nothing inline and no other origin.',
  'console.framing': 'No other page can show the console inside itself.',
  'console.assets': 'Files are kept by the browser for good, the page itself is asked for anew.',
  'console.size': 'The first page loads less than 200 kB of script.',
  'console.accessible': 'Every page passes axe in both themes.',
  'console.small-screens': 'Nothing scrolls sideways on a screen of 320 pixels.',
  'console.keyboard': 'Everything can be reached and done with the keyboard alone.',
  'console.single-keys': 'Single keys do nothing while someone types, and can be turned off.',
  'console.arrival': 'After a change of page the focus is on it, and its title is told.',
  'console.still':
    'Dialogs, notices, filters and changes of page neither move nor cover what is in use.',
  'console.preferences': 'Theme and density follow the person, and stay.',
  'console.workspaces': 'The address names the workspace, and one can switch between several.',
  'console.roles':
    'A page that is not for a role says so; a control that is not, stays and says why.',
  'console.loading': 'What takes long shows a skeleton, and old rows stay while new ones are read.',
  'console.empty': 'What is empty says what would be there; filters that hide all are named.',
  'console.errors':
    'An error says what failed and what to do, and offers to try again; an unexpected one has a correlation id.',
  'console.rate-limited': 'Too many requests are told with a countdown, after which it goes on.',
  'console.offline': 'Being offline is told, and ends by itself.',
  'console.tokens':
    'Each role generates a token, is shown it once with calls that run, and revokes it.',
  'console.token-secret':
    'Once its dialog is closed, a token is nowhere in the page, the address or the storage.',
  'console.members':
    'Admins invite, change roles and remove, and are told what it does; others see who is there.',
  'console.general': 'Admins rename the workspace; everyone finds its id to copy.',
  'console.webhooks':
    'Admins add, try, change, switch and delete webhooks, and see how each fares and why.',
  'console.webhook-secret':
    'A webhook’s secret is shown once, with receivers that run, and can be rotated.',
  'console.webhook-replay':
    'A delivery is found in the log with request and answer, and sent again: one, failed, a span.',
  'console.request-log': 'Admins find a request by its correlation id, and by what they filter.',
  'console.usage':
    'The chart of the month states what it shows, and the same figures stand in a table.',
  'console.ai':
    'Admins set the language model and its instructions; a test call tells whether it answers.',
  'console.text-only': 'What others have written is shown as text, whatever it looks like.',
  'console.tasks': 'Long work shows its progress on every page, and survives reloading.',
  'console.enrich':
    'Research or a first line is queued for chosen people, once its cost in credits has been told.',
  'console.enrich-obstacles':
    'Too few credits, a plan without enrichment and a missing model are told with what to do.',
  'console.enrichment':
    'Jobs of enrichment tell how far they are, what they cost, and who began them.',
  'console.enrichment-job':
    'A job tells before and after of each person, why others failed, and these can be retried.',
  'console.ledger':
    'Every change of the credits is listed, refunds as their own rows, with the sums.',
  'console.pipeline':
    'Someone is moved to another stage by dragging or by menu, at once and exactly, and back again.',
  'console.home':
    'Home ticks the first steps by itself, states what its charts show, and leads to what fails.',
  'console.import':
    'People come from a CSV file: its columns are told, a trial says what would happen, then it runs.',
  'console.import-progress':
    'The progress of an import outlives a reload and a worker that is stopped and started again.',
  'console.import-wrong-file': 'A file that cannot be imported is answered with what to do.',
  'console.import-quota':
    'A file beyond the quota says how many are left out and what to do, before it is imported.',
  'console.failed-rows': 'What failed is told row by row with its reason, and saved as a CSV file.',
  'console.task-pages':
    'Tasks are listed; each has its address, with its counts, and is cancelled, undone, downloaded.',
  'console.prospect':
    'One person is shown with what is known, where it is from and what happened; moved, marked, listed, tagged.',
  'console.prospect-edit':
    'Whoever edits a person after somebody else is told, and so is whoever takes an identifier in use.',
  'console.unsaved': 'Unsaved changes to a person are discarded only after a question.',
  'console.prospect-merge': 'Two records become one, after both and the outcome were shown.',
  'console.prospect-add': 'Someone is added by hand, and it is said what became of it.',
  'console.prospect-add-asks':
    'Adding someone who is known already changes nothing until the user chooses to fill in or overwrite.',
  'console.lists':
    'Lists and tags are made, renamed, merged and deleted with their counts, and the people stay.',
  'console.prospects':
    'People are found by words and filters that stand in the address, selected, and opened.',
  'console.prospects-many':
    'However many people match, all can be scrolled through and selected, seen or not.',
  'console.prospects-bulk':
    'Those selected are organized, enrolled and deleted together; what can be undone is offered so.',
  'console.prospects-export': 'Those whom the filters match are exported, and the file downloaded.',
  'console.ten-minutes':
    'Whoever has never seen it imports, cleans up, finds, moves along and enriches people.',
});
