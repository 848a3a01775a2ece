import type { ContentKind } from '@glasshouse/core/content/records'
import type { Language } from '@glasshouse/core/wire/languages'
import { languageNames } from '../../words/languageNames.ts'

export const contentKindLabels: Readonly<Record<ContentKind, string>> = {
  news: 'News',
  faq: 'Questions',
  banner: 'Banners',
  nav: 'Menus',
  homeMsg: 'Notices',
  about: 'About',
  product: 'Presentations',
  task: 'Tasks',
  signinRule: 'Sign-in',
  country: 'Countries',
  plan: 'Plans',
  team: 'Teams',
  certificate: 'Certificates',
  aiRule: 'AI tiers',
  campaign: 'Campaigns',
}

const names: Readonly<Record<string, string>> = {
  riskNotice: 'Risk notice',
  picture: 'Picture',
  thumbnail: 'Small picture',
  email: 'Email',
  id: 'Task',
  part: 'What it is',
  times: 'Times',
  money: 'Reward',
  streakMoney: 'Reward in a streak',
  minAssets: 'Assets from',
  maxAssets: 'Assets below',
  countryCode: 'Country code',
  dialCode: 'Dialling code',
  year: 'Year',
  product: 'Copy product',
  issuer: 'Issuer',
  issued: 'Issued on',
  from: 'First day',
  to: 'Last day',
  source: 'Page of the issuer',
  minMargin: 'Margin from',
  maxMargin: 'Margin to',
  trades: 'Numbers of trades',
  leverages: 'Leverages',
}

/** Label of a text or field of a record. */
export const partName = (name: string): string => names[name] ?? capital(name)

const fieldLimits: Readonly<Record<string, string>> = {
  link: 'https://… or /a-page',
  picture: 'PNG, JPEG or WebP, at most 5 MiB',
  email: 'an address',
  place: 'letters, digits, : _ -',
  amount: 'USDT',
  countryCode: 'two capital letters',
  dialCode: 'digits without +',
  year: 'such as 2027',
  day: 'yyyymmdd',
  id: 'its number',
  line: 'at most 200 characters',
  source: 'https://…',
  counts: 'ascending, such as 1,2,3',
}

/** Labels of the choices of a field. */
const choiceNames: Readonly<Record<string, string>> = { rule: 'A day, by assets', total: 'A total, once' }
export const choiceName = (choice: string): string => choiceNames[choice] ?? choice

/** Labels of the two publication states of a kind. */
export const stateNames = (kind: ContentKind): readonly [off: string, on: string] =>
  kind === 'country' ? ['not offered', 'offered'] : ['draft', 'published']

/** Label of the publication state of a record. */
export const stateName = (kind: ContentKind, isPublished: boolean): string =>
  stateNames(kind)[isPublished ? 1 : 0]

/** Capitalizes the first letter. */
export const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

export const limitsOf = (form: string): string => fieldLimits[form] ?? ''

/** Label of a field path: `texts.ja.content` is Content in Japanese. */
export const formatIssuePath = (path: string): string => {
  const [group = '', first = '', second] = path.split('.')
  const isLanguage = (text: string): text is Language => text in languageNames
  if (group === 'fields') return first === '' ? 'The fields' : partName(first)
  if (!isLanguage(first)) return 'The texts'
  return second === undefined
    ? `Texts in ${languageNames[first]}`
    : `${partName(second)} in ${languageNames[first]}`
}
