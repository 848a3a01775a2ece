import { expect, it } from 'vitest'
import { maskSource } from './maskSource.ts'

it('blanks comments and contents of strings and keeps every position', () => {
  const text = "const a = 'x // y' // say 'so'\nconst b = /['\"]/.test(a) /* all\nof it */\n"
  const { code, spoken } = maskSource(text)
  expect(code).toBe(
    `const a = '${' '.repeat(6)}' ${' '.repeat(11)}\nconst b = /${' '.repeat(4)}/.test(a) ${' '.repeat(6)}\n${' '.repeat(8)}\n`,
  )
  expect(spoken).toContain("'x // y'")
  expect(spoken).not.toContain('say')
  expect(code).toHaveLength(text.length)
})

it('reads expressions inside templates as code, also nested ones', () => {
  const open = '$' + '{'
  const text = `f(\`a ${open}g({ b: \`c ${open}d}\` })} e\`, h)`
  expect(maskSource(text).code).toBe(`f(\`  ${open}g({ b: \`  ${open}d}\` })}  \`, h)`)
})

it('recognises a division', () => {
  expect(maskSource("const half = total / 2 / 'x'").code).toBe("const half = total / 2 / ' '")
})

it('ends an apostrophe in JSX text with its line', () => {
  expect(maskSource("<p>it isn't</p>\nconst a = b").code).toContain('const a = b')
})

it('does not read the end of a JSX element as a regular expression', () => {
  expect(maskSource('<Price of={value} />\n<b>{x}</b>').code).toBe('<Price of={value} />\n<b>{x}</b>')
})
