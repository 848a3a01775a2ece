/**
 * The modules of the server in order, each with its purpose in one sentence. A module imports only modules above it in
 * this list, and only through their `index.ts`. `npm run tidy` reads this file and rejects anything else.
 *
 * The modules of a layer lie in one folder (`ledger/posting`) and share its README.
 */
export type ServerModule = {
  readonly name: string
  /** One sentence. */
  readonly purpose: string
  readonly exists: boolean
  /** The name that its released migrations and its tables carry, where the module was called or part of something else. */
  readonly formerName?: string
  /** Files and folders beyond the usual names, each with the reason it may exist. */
  readonly also?: Readonly<Record<string, string>>
}

/** How many names, types included, the public API (`index.ts`) of a module has at most. */
export const maxPublicNames = 15

/** File names of a module; a file of more than 400 lines becomes a folder of the same name. */
export const moduleFiles = [
  'index',
  'module',
  'personalData',
  'service',
  'postings',
  'store',
  'schema',
  'routes',
  'staff',
  'events',
  'listeners',
  'jobs',
] as const

export const serverModules: readonly ServerModule[] = [
  { name: 'platform/time', purpose: 'The clocks, and what runs at intervals.', exists: true },
  {
    name: 'platform/concurrency',
    purpose: 'Batches of commands and of reads, and how many run at once for a key.',
    exists: true,
  },
  {
    name: 'platform/telemetry',
    purpose: 'The log, the metrics, and which errors are faults from outside.',
    exists: true,
  },
  { name: 'platform/network', purpose: 'Whose address a request has.', exists: true },
  { name: 'platform/settings', purpose: 'What the operator sets in the environment.', exists: true },
  { name: 'platform/apiKeys', purpose: 'The API key of a call, and whose request is running.', exists: true },
  {
    name: 'platform/database',
    formerName: 'platform',
    purpose: 'Connections, and what queries share: pages, arrays and streams.',
    exists: true,
  },
  {
    name: 'platform/transactions',
    purpose: 'One command or one batch as one transaction, and what is told of its commit.',
    exists: true,
  },
  {
    name: 'platform/postgres',
    purpose: 'The embedded server, its roles, and the migrations of a database.',
    exists: true,
  },
  {
    name: 'platform/secrets',
    purpose: 'Randomness, hashes, sealed columns and signed links.',
    exists: true,
  },
  {
    name: 'platform/personalData',
    purpose: 'The form in which modules export and erase what they store about a customer.',
    exists: true,
  },
  { name: 'platform/services', purpose: 'The services that every module receives.', exists: true },
  {
    name: 'platform/events',
    purpose: 'Domain events, and their delivery to handlers, pages and other processes.',
    exists: true,
  },
  {
    name: 'platform/limits',
    purpose: 'How often a call may be made, by address and by account.',
    exists: true,
  },
  {
    name: 'platform/idempotency',
    purpose: 'One result for each idempotency key and signature.',
    exists: true,
  },
  {
    name: 'platform/downloads',
    purpose: 'How many files are downloaded at once, and by whom.',
    exists: true,
  },
  { name: 'platform/site', purpose: 'Built pages, fonts and the headers they are sent with.', exists: true },
  {
    name: 'platform/http',
    purpose: 'The listener: calls, pictures, health and the reference of all calls.',
    exists: true,
  },
  {
    name: 'platform/leadership',
    purpose: 'Which process leads, and the files that only it can write.',
    exists: true,
  },
  { name: 'platform/push', purpose: 'The stream of open pages at `/ws`.', exists: true },
  {
    name: 'platform/jobs',
    purpose: 'Background jobs by pg-boss, and the run of every midnight.',
    exists: true,
  },
  { name: 'access/principal', purpose: 'Customers and staff as those who sign in.', exists: true },
  {
    name: 'access/attempts',
    formerName: 'access',
    purpose: 'Failed attempts, and how long the next one waits.',
    exists: true,
  },
  { name: 'access/passwords', purpose: 'Passwords: their hashes, and which are allowed.', exists: true },
  { name: 'access/passkeys', purpose: 'Passkeys and their challenges.', exists: true },
  { name: 'access/totp', purpose: 'Codes of authenticator apps.', exists: true },
  { name: 'access/sessions', purpose: 'Sessions: issued, used and ended.', exists: true },
  {
    name: 'staff',
    purpose: 'Who works here, what they may do and what they did.',
    exists: true,
  },
  {
    name: 'notifications',
    purpose: 'Notices in a customer’s inbox, and messages by mail and phone, kept until they are sent.',
    exists: true,
    also: {
      templates: 'what the messages say, in every language',
      linkTemplates: 'what the messages with a link say',
      lockTemplates: 'what the letters about locks and complaints say',
      carriers: 'delivery of messages: SMTP and a webhook',
    },
  },
  {
    name: 'ledger/posting',
    formerName: 'ledger',
    purpose: 'Every movement of money, balanced, for ever.',
    exists: true,
  },
  {
    name: 'ledger/checks',
    purpose: 'The invariants of the books, checked every minute, and what a broken one suspends.',
    exists: true,
  },
  {
    name: 'ledger/journal',
    purpose: 'The entries of a customer: journal, statement, balance trail.',
    exists: true,
  },
  { name: 'ledger/totals', purpose: 'What days, periods and accounts came to.', exists: true },
  {
    name: 'uploads',
    purpose: 'Pictures that customers hand in, seen by them and by staff.',
    exists: true,
    also: {
      picture: 'what a picture is, and how it is drawn anew',
      blobs: 'where the bytes lie: a folder or an S3-compatible store, encrypted',
      link: 'the address of a picture, which names it and may show it for a while',
    },
  },
  {
    name: 'customers/addresses',
    purpose: 'The one form of e-mail addresses and phone numbers.',
    exists: true,
  },
  {
    name: 'customers/locks',
    formerName: 'identity',
    purpose: 'Which accounts are locked, why and until when.',
    exists: true,
  },
  {
    name: 'customers/records',
    formerName: 'identity',
    purpose: 'What is stored of a customer, and by what another one may be recognised.',
    exists: true,
  },
  {
    name: 'customers/search',
    purpose: 'How staff find a customer.',
    exists: true,
  },
  {
    name: 'customers/notices',
    purpose: 'Notices of all modules to a customer’s inbox.',
    exists: true,
  },
  {
    name: 'customers/referrers',
    purpose: 'Who invited whom, and who is an introducing broker.',
    exists: true,
  },
  {
    name: 'identity',
    purpose:
      'How customers prove who they are: registration, sign-in, sessions, second factors and the profile.',
    exists: true,
  },
  {
    name: 'reviews',
    purpose: 'The one queue of what waits for staff: who is at it, who decided it.',
    exists: true,
  },
  { name: 'content', purpose: 'The texts and settings an operator edits.', exists: true },
  {
    name: 'markets',
    purpose: 'Prices from a feed, in order, with evidence.',
    exists: true,
    also: { feeds: 'one file per place that prices come from' },
  },
  { name: 'alerts', purpose: 'Price alerts, judged by every tick.', exists: true },
  { name: 'drawings', purpose: 'What customers draw on charts.', exists: true },
  { name: 'kyc', purpose: 'Proof of a customer’s identity and its review.', exists: true },
  {
    name: 'eligibility',
    formerName: 'protection',
    purpose: 'What guards a customer: the policy of the country, risk checks and limits of one’s own.',
    exists: true,
  },
  { name: 'wallets', purpose: 'What a customer holds and moves between own wallets.', exists: true },
  {
    name: 'destinations',
    purpose: 'Where a customer’s money may go: bank data and addresses, sealed.',
    exists: true,
    formerName: 'funding',
  },
  {
    name: 'deposits',
    purpose: 'Money that comes in: begun, verified, credited once.',
    exists: true,
    formerName: 'funding',
    also: {
      pages: 'the pages of the practice gateway, and the webhook of the gateway of live mode',
      btcpay: 'the client of the payment gateway of live mode',
      chains: 'one file per chain that is asked what arrived, and the addresses on it',
    },
  },
  {
    name: 'withdrawals',
    purpose: 'Money that goes out: requested, held, decided, sent by the operator’s signer.',
    exists: true,
    formerName: 'funding',
  },
  {
    name: 'tradingReserve',
    purpose: 'What the open contracts of all markets may cost, and whether the trading reserve pays it.',
    exists: true,
    formerName: 'contracts',
  },
  {
    name: 'contracts',
    purpose: 'Leveraged positions: opened, watched and closed.',
    exists: true,
  },
  {
    name: 'contractResults',
    purpose: 'Closed positions as they are listed, and what those of a day came to.',
    exists: true,
    formerName: 'contracts',
  },
  { name: 'options', purpose: 'Short options settled by the last tick before expiry.', exists: true },
  {
    name: 'performance',
    purpose: 'What a customer’s closed trades came to, and the own balance per day.',
    exists: true,
    also: { pages: 'the list of trades as a file' },
  },
  { name: 'ai', purpose: 'A published strategy that trades a customer’s contract wallet.', exists: true },
  {
    name: 'invest',
    purpose: 'Fixed and compound products, and copied traders.',
    exists: true,
  },
  {
    name: 'investMidnight',
    formerName: 'invest',
    purpose: 'What a midnight does with fixed and compound orders: interest, ends and redemptions.',
    exists: true,
  },
  {
    name: 'collateral',
    formerName: 'invest',
    purpose: 'Running orders of investment that secure loans.',
    exists: true,
  },
  {
    name: 'investFigures',
    formerName: 'invest',
    purpose: 'What customers have invested, as programs judge them by it.',
    exists: true,
  },
  {
    name: 'subscription',
    purpose: 'New products asked for, allotted and paid.',
    exists: true,
  },
  { name: 'loans', purpose: 'Money lent against running products.', exists: true },
  { name: 'referral', purpose: 'What a customer earns for those invited.', exists: true },
  { name: 'rewards', purpose: 'Sign-in streaks and tasks.', exists: true },
  { name: 'community', purpose: 'What customers say in public, after moderation.', exists: true },
  { name: 'trust', purpose: 'Proof of what the operator owes and holds.', exists: true },
  {
    name: 'privacy',
    formerName: 'leaving',
    purpose: 'Getting out: everything about a customer in one file, and the end of an account.',
    exists: true,
  },
  { name: 'console', purpose: 'What staff see and set across all modules.', exists: true },
  {
    name: 'practice',
    purpose: 'Play money, sample data and a calendar that can be moved, in practice mode only.',
    exists: true,
  },
]

/**
 * File and folder names that say nothing about their contents are forbidden. These paths may carry one all
 * the same, each for the reason given.
 */
export const genericNameExceptions: Readonly<Record<string, string>> = {}
