import type { Rule } from './rule.ts'
import { treeOf } from './tree.ts'

type Texts = Readonly<Record<string, string>>

/** A rule, a tree that keeps it, and ways to break it: what is planted, and where it must be found. */
export type RuleFixture = {
  readonly rule: Rule
  readonly clean: Texts
  readonly broken: readonly (readonly [what: string, planted: Texts, foundAt: string])[]
}

/** What a rule finds in a tree, as `path:line`. */
export const foundBy = (rule: Rule, texts: Texts): readonly string[] =>
  rule.check(treeOf(texts)).map(({ path, line }) => `${path}:${line}`)
