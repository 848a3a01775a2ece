import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerIssue, appealIssue } from '@glasshouse/core/community/rules'
import { messageOf } from '@glasshouse/core/errors/messages'
import type { ErrorCode } from '@glasshouse/core/errors/registry'
import { languages } from '@glasshouse/core/wire/languages'
import { expect, it } from 'vitest'

/** Modules of the programs, whose refusals customers read. */
const programs = ['ai', 'community', 'kyc', 'loans', 'referral', 'rewards', 'subscription']
/** Reasons that only staff are told, in English. */
const internal = new Set([
  'sameManager',
  'closed',
  'unclaimed',
  'notOffered',
  'kind',
  'opened',
  'finaltimePassed',
  'ended',
])

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(name))
    .map((name) => join(folder, name))

/** Every reason that a module writes into a domain error, with its code. */
const reasonsOf = (module: string): readonly (readonly [code: ErrorCode, reason: string])[] =>
  filesIn(join(import.meta.dirname, module)).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/domainError\('(\w+)',\s*\{\s*reason: '(\w+)'/g)].map(
      ([, code = '', reason = '']) => [code as ErrorCode, reason] as const,
    ),
  )

/** Reasons that rules return, and services pass on. */
const ruled = [
  answerIssue({ state: 'waiting', isRemoved: false }),
  answerIssue({ state: 'approved', isRemoved: true }),
  appealIssue({ state: 'approved', isRemoved: false }, false),
  appealIssue({ state: 'rejected', isRemoved: false }, true),
  ...['own', 'pledged', 'loanRunning', 'leading', 'ordersOpen'],
].map((reason) => ['invalidState', String(reason)] as const)

const all = [...programs.flatMap(reasonsOf), ...ruled].filter(([, reason]) => !internal.has(reason))

it('every refusal of the programs says its reason in every language', () => {
  expect(new Set(all.map(([, reason]) => reason)).size).toBeGreaterThan(25)
  for (const [code, reason] of all) {
    const sentences = languages.map((lang) => messageOf(code, { reason }, lang))
    expect(new Set(sentences).size, `${code} ${reason}`).toBe(languages.length)
    for (const [at, lang] of languages.entries())
      expect(sentences[at], `${code} ${reason} ${lang}`).not.toBe(messageOf(code, {}, lang))
  }
})
