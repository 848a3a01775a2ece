import type { Finding, Rule } from '../rule.ts'
import { isCode, lineAt, type SourceFile } from '../tree.ts'

/** Names of the checks of the rule. */
type WordCheck = 'types' | 'names' | 'wire' | 'booleans' | 'limits' | 'stores' | 'numbers' | 'comments'

/** A banned word: its position in the file and the sentence of the finding. */
type Hit = { readonly at: number; readonly sentence: string }

const instead = (word: string, replacement: string | undefined): string =>
  `“${word}” is a former word; use ${replacement ?? 'the word of the glossary'}`

const typeNames =
  'Asked Told Judged Kept Got Taken Given Made Found Shown Seen Held Moved Said Heard Written Wanted Wish Tried Queued ' +
  'Placed Opened Settled Decided Dropped Claimed Chosen Announced Followed Following By Who To Mine Own Over Look Way ' +
  'Deed Hindrance Desk Reign Hurdle Standing Stretch Guest Keeper Carrier Shelf Lane Purse Town Errand House Room'
const typePattern = new RegExp(`\\b(?:type|interface|class)\\s+(${typeNames.replaceAll(' ', '|')})\\b`, 'g')

/** Words of identifiers, each with its replacement. */
const nameWords: ReadonlyMap<string, string> = new Map([
  ['told', 'result'],
  ['tell', 'emit, notify or format'],
  ['telling', 'emit, notify or format'],
  ['asked', 'input, request, query or context'],
  ['whoever', 'caller'],
  ['nobody', 'none'],
  ['somebody', 'any'],
  ['everybody', 'all'],
  ['wish', 'request'],
  ['hearing', 'feedHealth'],
  ['doorman', 'the upgrade server'],
  ['hall', 'connectionRegistry'],
  ['reign', 'term'],
  ['desk', 'triggerQueue'],
  ['deed', 'closeIntent'],
  ['hindrance', 'closeRejection'],
  ['hurdle', 'throttle'],
  ['tally', 'attemptCounter or counters'],
  ['keeper', 'blobStore'],
  ['carrier', 'transport'],
  ['lane', 'batchQueue'],
  ['straggler', 'lateTick'],
])

/** Names of the wire, which belong in `wire.ts`, `codec.ts` and tests of the wire. */
const wireWords: ReadonlyMap<string, string> = new Map([
  ['levertype', 'wallet'],
  ['procode', 'symbol'],
  ['ptitle', 'title'],
  ['ostyle', 'optionType'],
  ['cautionmoney', 'margin'],
  ['factprofits', 'pnl'],
  ['pingcang', 'close'],
  ['chedan', 'cancel'],
  ['zhiying', 'takeProfit'],
  ['closeout', 'liquidation'],
  ['stopprofit', 'takeProfit'],
  ['riskrate', 'marginLevel'],
])
const wirePattern = new RegExp(`[\\w$]*(${[...wireWords.keys()].join('|')})[\\w$]*`, 'gi')

const proseWords: ReadonlyMap<string, string> = new Map([
  ['whoever', '“the caller” or “any user”'],
  ['nobody', '“no one”, or name the subject'],
  ['somebody', '“a user”, or name the subject'],
  ['everybody', '“all users”, or name the subject'],
  ['for ever', '“permanently”'],
  ['lets go', '“releases”'],
  ['hold against', '“check”'],
  ['the house', '“the platform”, “the operator” or “the house account”'],
  ['speaks', '“supports”'],
  ['spoken', '“used”'],
  ['stands against', '“blocks”'],
  ['no second way', 'a plain statement'],
  ['he', '“they”'],
  ['him', '“them”'],
  ['his', '“their”'],
  ['himself', '“themselves”'],
])
const prosePattern = new RegExp(
  `\\b(?:${[...proseWords.keys()].join('|')})\\b(?!\\s+(?:\\*\\s+)?(?:account|owner))`,
  'gi',
)

const textWords: ReadonlyMap<string, string> = new Map([
  ['stop-profit', '“take profit”'],
  ['close-out', '“liquidation”'],
  ['risk rate', '“margin level”'],
  ['revoke', '“cancel”'],
  ['revoked', '“cancelled”'],
  ['fixed price', '“limit price”'],
  ['entrustment', '“order”'],
  ['the house', '“the platform”'],
  ['nobody', '“no one”'],
  ['whoever', '“anyone who”'],
  ['please', 'the imperative alone'],
  ['stands here', '“is here”'],
  ['lies in', '“is in”'],
])
const textPattern = new RegExp(`\\b(?:${[...textWords.keys()].join('|')})\\b`, 'gi')

const storeVerb =
  /^(?:find|list|count|sum|is|has|insert|update|upsert|increment|delete|lock|purge|consume|anonymize|acquire|renew|release|reserve|next)(?:[A-Z]|$)/
/** An exported function that reads or writes rows: its first parameter is the database or a transaction. */
const storeFunction = /\bexport const (\w+) = (?:async )?(?:<[^>]*>)?\(\s*(?:db|tx)\b/g

const isWire = (path: string): boolean =>
  /(?:^|\/)(?:wire|codec)\.ts$|\b(?:wire(?:\.pg)?|codec)\.test\.ts$/.test(path)
const isStore = (path: string): boolean => /^apps\/server\/src\/.*\/store(?:\/[^/]+)?\.ts$/.test(path)
/** A changed sentence is a new version of the risk check, which all customers have to answer again. */
const versionedTexts = 'packages/core/src/eligibility/riskCheck/en.json'
const isEnglish = (path: string): boolean =>
  /^(?:apps|packages)\/.*(?:\/en\/[^/]+|\/en)\.json$/.test(path) &&
  !path.startsWith('packages/testkit/') &&
  path !== versionedTexts

const hits = (text: string, pattern: RegExp, sentence: (match: RegExpMatchArray) => string): readonly Hit[] =>
  [...text.matchAll(pattern)].map((match) => ({ at: match.index ?? 0, sentence: sentence(match) }))

/** Comments of a source file at their positions; the rest is blank. */
const commentsOf = (file: SourceFile): string => {
  const { spoken } = file.readings()
  return Array.from({ length: file.text.length }, (_, at) => {
    const letter = file.text.charAt(at)
    return letter === '\n' || spoken.charAt(at) !== letter ? letter : ' '
  }).join('')
}

/** Names of the specified wire: a field of `/api/trust/withdrawStats`, a cause of the ledger, a reason of a review. */
const specifiedNames: ReadonlySet<string> = new Set(['asked', 'copyAsked', 'askedTooLongAgo'])

const nameHits = (code: string): readonly Hit[] =>
  [...code.matchAll(/[A-Za-z_$][\w$]*/g)].flatMap((match) =>
    match[0]
      .split(/(?=[A-Z])|_/)
      .map((word) => word.toLowerCase())
      .filter((word) => nameWords.has(word) && !specifiedNames.has(match[0]))
      .map((word) => ({ at: match.index, sentence: instead(word, nameWords.get(word)) })),
  )

/** Code in backticks is not prose. */
const proseHits = (text: string): readonly Hit[] =>
  hits(
    text.replace(/`[^`\n]*`/g, (quoted) => ' '.repeat(quoted.length)),
    prosePattern,
    ([word]) => instead(word, proseWords.get(word.toLowerCase())),
  )

/** The checks by name. Each reads one view of a file. */
const checks: Readonly<Record<WordCheck, (file: SourceFile, code: string) => readonly Hit[]>> = {
  types: (_, code) =>
    hits(code, typePattern, ([, name = '']) => instead(name, 'a noun, …Command, …Input, …Query or …Result')),
  names: ({ path }, code) => (isWire(path) ? [] : nameHits(code)),
  wire: ({ path }, code) =>
    isWire(path)
      ? []
      : hits(code, wirePattern, ([name, word = '']) => instead(name, wireWords.get(word.toLowerCase()))),
  booleans: (_, code) =>
    hits(code, /\b(?:may|must|owes|stands)[A-Z]\w*/g, ([name]) =>
      instead(name, 'is…, has…, can… or assert…'),
    ),
  limits: (_, code) =>
    hits(code, /\bconst ((?:most|least|longest|largest)[A-Z]\w*)/g, ([, name = '']) =>
      instead(name, 'max… or min…'),
    ),
  stores: ({ path }, code) =>
    isStore(path)
      ? hits(code, storeFunction, ([, name = '']) =>
          storeVerb.test(name) ? '' : instead(name, 'one of the verbs of stores in STYLE.md'),
        ).filter(({ sentence }) => sentence !== '')
      : [],
  numbers: ({ path }, code) =>
    isWire(path) || path.startsWith('tools/')
      ? []
      : hits(
          code,
          /\b(?:status|type) [!=]== \d\b|[!=]== 100[12]\b/g,
          ([text]) => `“${text}”: compare with a named state`,
        ),
  comments: (file) => proseHits(commentsOf(file)),
}

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)
const quoted = '([\'`"])((?:\\\\[^]|(?!\\1)[^\\\\])*)\\1'
/** The name of a test or of a group: the first argument of `it` and its like, or of what `it.each(…)` returns. */
const testNames = [
  new RegExp(`\\b(?:it|test|describe|longIt|story|step)(?:\\.\\w+)*\\(\\s*${quoted}`, 'g'),
  new RegExp(`\\)\\(\\s*${quoted},\\s*(?:async\\b|\\()`, 'g'),
]

/** Former words in the names of tests, which are sentences. */
const inTestNames = (file: SourceFile): readonly Finding[] =>
  findingsOf(
    file,
    testNames.flatMap((pattern) =>
      [...file.text.matchAll(pattern)].flatMap(({ index, 2: name = '' }) =>
        proseHits(name).map((hit) => ({ ...hit, at: index })),
      ),
    ),
  )

const findingsOf = (file: SourceFile, found: readonly Hit[]): readonly Finding[] =>
  found.map(({ at, sentence }) => ({ path: file.path, line: lineAt(file.text, at), sentence }))

const inCode = (file: SourceFile): readonly Finding[] => {
  const { code } = file.readings()
  return Object.values(checks).flatMap((check) => findingsOf(file, check(file, code)))
}

const inPath = (file: SourceFile): readonly Finding[] =>
  findingsOf(
    file,
    nameHits(file.path.split('/').at(-1) ?? '').map((hit) => ({ ...hit, at: 0 })),
  )

const inDocument = (file: SourceFile): readonly Finding[] =>
  file.path === 'CHANGELOG.md' ? [] : findingsOf(file, proseHits(file.text))

/** The texts of a catalogue; its keys are blank. */
const inTexts = (file: SourceFile): readonly Finding[] => {
  const texts = file.text.replace(/"(?:[^"\\]|\\.)*"\s*:/g, (key) => ' '.repeat(key.length))
  const found = hits(texts, textPattern, ([word]) => instead(word, textWords.get(word.toLowerCase())))
  return findingsOf(file, found)
}

/** Former words of the code base stay out of names, names of tests, comments, documents and English texts. */
export const words: Rule = {
  name: 'words',
  check: (tree) =>
    tree.files.flatMap((file) => {
      if (isCode(file.path))
        return [...inPath(file), ...inCode(file), ...(isTest(file.path) ? inTestNames(file) : [])]
      if (file.path.endsWith('.md')) return inDocument(file)
      return isEnglish(file.path) ? inTexts(file) : []
    }),
}
