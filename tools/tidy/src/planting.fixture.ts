import type { Rule } from './rule.ts'
import { treeOf } from './tree.ts'

type Texts = Readonly<Record<string, string>>

/** A rule, a tree that passes it, and violations with the location where each must be found. */
export type RuleFixture = {
  readonly rule: Rule
  readonly clean: Texts
  readonly broken: readonly (readonly [what: string, planted: Texts, foundAt: string])[]
}

/** Findings of a rule in a tree, as `path:line`. */
export const foundBy = (rule: Rule, texts: Texts): readonly string[] =>
  rule.check(treeOf(texts)).map(({ path, line }) => `${path}:${line}`)
