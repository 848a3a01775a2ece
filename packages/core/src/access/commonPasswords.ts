import { normalizePassword } from '../identity/rules.ts'

/**
 * Parts of common passwords: words, names, keyboard rows and runs of digits. A password is common if it consists only
 * of such parts, a year, a repeated character or a run.
 */
const words = `
abc access account admin administrator adobe alexander amanda andrea andrew angel angela anthony apple april
arsenal ashley august austin autumn azerty baby bailey banana barcelona baseball basketball batman bitcoin
blink bond brandon buster butterfly calvin cameron charlie cheese chelsea chicken chocolate christ christian
coffee compaq computer cookie corvette cowboy crypto daniel daniela david december default demo dennis diamond
donald dragon eagle edward elizabeth eminem ethereum family february ferrari fireball fish fitness flower
football forever freedom friday friend fuckyou gabriel galaxy gandalf george ginger glasshouse golden golf
google gordon guitar hammer hannah harley heather hello hockey home hunter iloveyou internet jackson jasmine
january jennifer jessica jesus jordan joseph joshua july june junior justin killer knight ladybug letmein linux
liverpool london love lovely lucky maggie magic manager march marina martin master matrix matthew maverick
mercedes merlin mexico michael michelle mickey microsoft monday monkey monster morgan mother mustang myspace
naruto nathan nicholas nicole nintendo ninja november nothing october office oliver orange oracle pass passw
passwd password passwort pepper phoenix player please pokemon porsche princess private purple qazwsx qwer
qwerty qwertyuiop qwertz rabbit rachel rainbow ranger raymond richard robert rocket root samantha samsung
sasha saturday school scooter secret secure september shadow silver simple slipknot smokey snoopy soccer
sophie spiderman spring starwars steelers stella steven summer sunday sunshine superman superstar support
sweet system taylor tennis test tester testing thomas thunder thursday tigger tiger tinkerbell trading trustno
tuesday user victoria viking wallet wednesday welcome whatever william wilson winner winter wizard yamaha
yankees yellow zaq zxcvbn zxcvbnm asdf asdfgh asdfghjkl qaz wsx edc
`
  .trim()
  .split(/\s+/)

const byLength = [...words].sort((a, b) => b.length - a.length)

const disguises: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const undisguised = (text: string): string =>
  [...text].map((character) => disguises[character] ?? character).join('')

/** The text without common words; longer words are removed first. */
const withoutWords = (text: string): string =>
  byLength.reduce((remaining, word) => remaining.replaceAll(word, ' '), text).replaceAll(' ', '')

const isRun = (text: string, step: number): boolean =>
  [...text].every((character, at) => {
    const before = text.codePointAt(at - 1)
    return at === 0 || before === undefined || character.codePointAt(0) === before + step
  })

/** A short piece repeated: aaaaaaaa, abababab, 123123123. */
const isRepeated = (text: string): boolean => /^(.{1,4})\1+.?$/u.test(text)

/**
 * Whether a password is one that attackers try first: common words, also disguised with digits and symbols, one
 * repeated piece, or a run of neighbouring characters. Case is ignored.
 *
 * @example isCommonPassword('P@ssw0rd2024!') // true
 * @example isCommonPassword('correct horse battery') // false
 */
export const isCommonPassword = (password: string): boolean => {
  const text = normalizePassword(password).toLowerCase().replaceAll(' ', '')
  if (isRepeated(text) || isRun(text, 1) || isRun(text, -1)) return true
  const bare = text.replace(/[^\p{L}\p{N}]/gu, '')
  // Digits and symbols added around a word to satisfy a password rule.
  const core = text.replace(/^[^\p{L}]{0,6}|[^\p{L}]{0,6}$/gu, '')
  return [text, bare, undisguised(text), undisguised(core)].some((form) =>
    /^[^\p{L}]{0,6}$/u.test(withoutWords(form)),
  )
}
