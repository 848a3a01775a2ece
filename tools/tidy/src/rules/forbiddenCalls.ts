import type { Finding, Rule } from '../rule.ts'
import { isCode, isTest, lineAt } from '../tree.ts'

type ForbiddenCall = {
  readonly pattern: RegExp
  /** Where the call is forbidden. */
  readonly in: RegExp
  /** Exceptions inside `in`. */
  readonly but?: RegExp
  readonly tests?: boolean
  readonly sentence: string
}

const pages = /^(?:apps\/(?:web|staff)|packages\/(?:ui|client))\/src\//
const product = /^(?:apps\/(?:server|web|staff)|packages\/(?:core|client|ui))\/src\//
const moneyCode =
  /^(?:packages\/core\/src\/(?:money|ledger|contracts|deposits|destinations|withdrawals|wallets)|apps\/server\/src\/(?:ledger|contracts|deposits|destinations|withdrawals|wallets))\//

const bans: readonly ForbiddenCall[] = [
  {
    pattern: /\b(?:Date\.now\(|new Date\(\s*\)|performance\.now\()/g,
    in: product,
    but: /^(?:apps\/server\/src\/platform\/time\/clock\.ts|apps\/(?:web|staff)\/src\/data\/.*)$/,
    sentence: 'time is an input: only platform/time/clock.ts and the pages’ data/ read a clock',
  },
  {
    pattern:
      /\bMath\.random\(|\b(?:randomBytes|randomInt|randomUUID|randomFillSync|getRandomValues)(?:<[^>]*>)?\(/g,
    in: product,
    but: /^(?:apps\/server\/src\/platform\/(?:secrets\/random|postgres\/embedded)\.ts|apps\/(?:web|staff)\/src\/data\/.*|packages\/client\/src\/.*)$/,
    sentence: 'randomness comes from platform/secrets/random.ts',
  },
  {
    pattern: /\bMath\.random\(/g,
    in: /^packages\/client\/src\//,
    sentence: 'use the crypto source for a key, or a random number passed by the caller',
  },
  {
    pattern: /\b(?:Number\(|(?:Number\.)?parseFloat\(|toFixed\()/g,
    in: moneyCode,
    sentence: 'money is whole units (bigint), never a binary fraction',
  },
  {
    pattern: /\bfetch\(|\bnew (?:WebSocket|EventSource|XMLHttpRequest)\(/g,
    in: pages,
    but: /^(?:packages\/client\/src\/|apps\/(?:web|staff)\/src\/data\/)/,
    sentence: 'pages reach the server through data/ and the client only',
  },
  {
    pattern: /\bdangerouslySetInnerHTML\b|\.innerHTML\b|\beval\(|\bnew Function\(/g,
    in: pages,
    sentence: 'text must not become markup or code',
  },
  {
    pattern: /\b(?:waitForTimeout|waitForLoadState|setTimeout|setInterval)\b/g,
    in: /\.web\.test\.ts$/,
    tests: true,
    sentence: 'a browser test waits for visible content or for settled(), never for time to pass',
  },
]

/** Forbidden calls that would break time, money, secrets or types. */
export const forbiddenCalls: Rule = {
  name: 'forbidden-call',
  check: (tree) =>
    tree.files
      .filter(({ path }) => isCode(path))
      .flatMap((file): Finding[] => {
        const { code } = file.readings()
        return bans
          .filter(
            (ban) => ban.in.test(file.path) && !ban.but?.test(file.path) && (ban.tests || !isTest(file.path)),
          )
          .flatMap(({ pattern, sentence }) =>
            [...code.matchAll(pattern)].map((match) => ({
              path: file.path,
              line: lineAt(code, match.index),
              sentence: `${match[0].trim()}: ${sentence}`,
            })),
          )
      }),
}
