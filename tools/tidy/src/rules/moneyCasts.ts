import type { Finding, Rule } from '../rule.ts'
import { isTest, lineAt } from '../tree.ts'

const services = /^apps\/server\/src\/.*\/service(?:\/.*)?\.ts$/
/** A cast to a type of amounts, rates or units of a pool. */
const cast = /\bas (?:readonly )?(?:Usdt|Quantity|Price|Units|Rate|Fraction|PoolUnits|UnitPrice)\b/g
const zeroForAbsent = /\?\? 0n\b/g

/** Services take amounts as stores and rules type them, and say what an absent amount means. */
export const moneyCasts: Rule = {
  name: 'money-cast',
  check: (tree) =>
    tree.files
      .filter(({ path }) => services.test(path) && !isTest(path))
      .flatMap((file): Finding[] => {
        const { code } = file.readings()
        const found = (pattern: RegExp, sentence: string) =>
          [...code.matchAll(pattern)].map(({ index }) => ({
            path: file.path,
            line: lineAt(code, index),
            sentence,
          }))
        return [
          ...found(
            cast,
            'a service does not cast to money: the store brands what it reads, and core has the arithmetic',
          ),
          ...found(
            zeroForAbsent,
            'an absent amount is an error or has a name; `amountIn` reads a map whose absent entries are 0',
          ),
        ]
      }),
}
