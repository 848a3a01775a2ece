import type { Finding, Rule } from '../rule.ts'
import { isTest, lineAt } from '../tree.ts'

const rules = /^packages\/core\/src\/.*\.ts$/
/** A money type, or a rate that multiplies money. */
const money = /\b(?:Usdt|Price|Quantity|Units|bigint|\w*Ppm)\b/
const optional = /\?\s*:/
/** An initializer: an equals sign that is neither a comparison nor an arrow. */
const initialiser = /(?<![=!<>])=(?![=>])/

const endOfBrackets = (code: string, from: number): number => {
  let depth = 0
  for (let at = from; at < code.length; at += 1) {
    if ('([{'.includes(code[at] ?? '')) depth += 1
    if (')]}'.includes(code[at] ?? '')) depth -= 1
    if (depth === 0) return at
  }
  return code.length
}

/** Parameter lists of arrow functions and of `function`, with the return type. */
const signaturesIn = (code: string): readonly { readonly at: number; readonly text: string }[] =>
  [...code.matchAll(/(?:=|=>|function \w+)\s*(?:async\s*)?(?:<[^()]*>)?\(/g)].flatMap(
    ({ 0: head, index }) => {
      const from = index + head.length - 1
      const to = endOfBrackets(code, from)
      const result = /^\)\s*(?::[^=;{]*)?(?:=>|\{)/.exec(code.slice(to, to + 300))
      return result === null ? [] : [{ at: from, text: code.slice(from, to) + result[0].replace('=>', '') }]
    },
  )

const sentence =
  'a money rule has no default and no optional parameter: a caller that omits it must not compile'

/**
 * No function of core that takes or returns money has a default or an optional parameter, and no type of core has an
 * optional money field outside the wire.
 */
export const moneyDefaults: Rule = {
  name: 'money-default',
  check: (tree) =>
    tree.files
      .filter(({ path }) => rules.test(path) && !isTest(path) && !path.endsWith('/wire.ts'))
      .flatMap((file): Finding[] => {
        const { code } = file.readings()
        const found = (at: number): Finding => ({ path: file.path, line: lineAt(code, at), sentence })
        const inSignatures = signaturesIn(code)
          .filter(({ text }) => money.test(text) && (initialiser.test(text) || optional.test(text)))
          .map(({ at }) => found(at))
        const inTypes = [...code.matchAll(/\?:\s*(?:Usdt|Price|Quantity|Units|bigint)\b/g)].map(({ index }) =>
          found(index),
        )
        return [...inSignatures, ...inTypes]
      }),
}
