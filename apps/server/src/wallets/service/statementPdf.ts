import { dayOf, formatTime } from '@glasshouse/core/calendar/days'
import { causeName } from '@glasshouse/core/ledger/causes'
import { journalTypeName } from '@glasshouse/core/ledger/names'
import { formatUsdt } from '@glasshouse/core/money/units'
import type { Language } from '@glasshouse/core/wire/languages'
import type { AccountStatement, Statement, StatementRow } from './statement.ts'

type Words = {
  readonly title: string
  readonly owner: string
  readonly period: string
  readonly made: string
  readonly receipt: string
  readonly account: string
  readonly opening: string
  readonly in: string
  readonly out: string
  readonly closing: string
  readonly time: string
  readonly name: string
  readonly amount: string
  readonly balance: string
  readonly cause: string
  readonly page: string
  readonly nothing: string
}

const english: Words = {
  title: 'Statement of account',
  owner: 'Customer',
  period: 'Period',
  made: 'Made on',
  receipt: 'Newest receipt',
  account: 'Account',
  opening: 'Opening balance',
  in: 'In',
  out: 'Out',
  closing: 'Closing balance',
  time: 'Time (UTC+1)',
  name: 'Movement',
  amount: 'Amount',
  balance: 'Balance',
  cause: 'Cause',
  page: 'Page',
  nothing: 'There is no balance and no movement in this period.',
}

/**
 * The built-in fonts of PDF readers are Latin, and no other fonts are shipped: other languages get the English PDF. The
 * CSV is in every language.
 */
const latin: Readonly<Partial<Record<Language, Words>>> = {
  en: english,
  es: {
    title: 'Estado de cuenta',
    owner: 'Cliente',
    period: 'Período',
    made: 'Creado el',
    receipt: 'Último recibo',
    account: 'Cuenta',
    opening: 'Saldo inicial',
    in: 'Entradas',
    out: 'Salidas',
    closing: 'Saldo final',
    time: 'Hora (UTC+1)',
    name: 'Movimiento',
    amount: 'Importe',
    balance: 'Saldo',
    cause: 'Causa',
    page: 'Página',
    nothing: 'No hay saldo ni movimientos en este período.',
  },
  pt: {
    title: 'Extrato da conta',
    owner: 'Cliente',
    period: 'Período',
    made: 'Criado em',
    receipt: 'Último recibo',
    account: 'Conta',
    opening: 'Saldo inicial',
    in: 'Entradas',
    out: 'Saídas',
    closing: 'Saldo final',
    time: 'Hora (UTC+1)',
    name: 'Movimento',
    amount: 'Valor',
    balance: 'Saldo',
    cause: 'Causa',
    page: 'Página',
    nothing: 'Não há saldo nem movimentos neste período.',
  },
}

const margin = 40
const bottom = 790
const lineHeight = 13
type Column = { readonly x: number; readonly width: number; readonly right?: boolean }
const lineColumns: readonly Column[] = [
  { x: 40, width: 84 },
  { x: 128, width: 142 },
  { x: 272, width: 80, right: true },
  { x: 354, width: 86, right: true },
  { x: 444, width: 112, right: true },
]
const sumColumns: readonly Column[] = [
  { x: 40, width: 135 },
  { x: 175, width: 95, right: true },
  { x: 270, width: 95, right: true },
  { x: 365, width: 95, right: true },
  { x: 460, width: 95, right: true },
]

/** Characters missing in the built-in fonts become question marks. */
const writable = (text: string): string => text.replace(/[^\x20-\x7e\xa0-\xff–]/gu, '?')

const accountTitle = ({ purpose, asset }: AccountStatement): string => `${purpose} ${asset}`

/** Adds pages one by one with the position of the next row. */
const openSheets = (doc: PDFKit.PDFDocument, page: string) => {
  let y = margin
  let pages = 1
  const write = (text: string, { x, width, right = false }: Column): void => {
    const shown = writable(text)
    const start = right ? x + width - doc.widthOfString(shown) : x
    doc.text(shown, start, y, { lineBreak: false })
  }
  const foot = (): void => {
    doc.font('Helvetica').fontSize(8)
    doc.text(`${page} ${pages}`, margin, 805, { lineBreak: false })
  }
  /** Reserves the height of a row, on a new page if this one is full. */
  const room = (height: number): boolean => {
    if (y + height <= bottom) return false
    foot()
    doc.addPage()
    pages += 1
    y = margin
    return true
  }
  const row = (cells: readonly string[], columns: readonly Column[], bold = false): void => {
    doc.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(8)
    cells.forEach((cell, at) => {
      const column = columns[at]
      if (column !== undefined) write(cell, column)
    })
    y += lineHeight
  }
  const heading = (text: string, size: number): void => {
    doc.font('Helvetica-Bold').fontSize(size)
    write(text, { x: margin, width: 500 })
    y += size + 8
  }
  const gap = (by: number): void => {
    y += by
  }
  return { room, row, heading, foot, gap }
}

type Sheets = ReturnType<typeof openSheets>

const summary = (sheets: Sheets, { accounts }: Statement, words: Words): void => {
  sheets.row([words.account, words.opening, words.in, words.out, words.closing], sumColumns, true)
  for (const account of accounts) {
    sheets.room(lineHeight)
    const { opening, closing } = account
    const sums = [opening, account.in, account.out, closing].map(formatUsdt)
    sheets.row([accountTitle(account), ...sums], sumColumns)
  }
}

const lineCells = (line: StatementRow, lang: Language): readonly string[] => [
  formatTime(line.atMs),
  journalTypeName(line.type, lang),
  formatUsdt(line.amount),
  formatUsdt(line.balance),
  causeName(line.causeKind, line.causeId, lang),
]

const shorten = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}.` : text

const accountLines = async (
  sheets: Sheets,
  account: AccountStatement,
  words: Words,
  lang: Language,
): Promise<void> => {
  const head = () =>
    sheets.row([words.time, words.name, words.amount, words.balance, words.cause], lineColumns, true)
  sheets.room(80)
  sheets.gap(12)
  sheets.heading(accountTitle(account), 11)
  head()
  sheets.row(['', words.opening, '', formatUsdt(account.opening)], lineColumns)
  for await (const lines of account.read())
    for (const line of lines) {
      if (sheets.room(lineHeight)) head()
      const [time = '', name = '', amount = '', balance = '', cause = ''] = lineCells(line, lang)
      sheets.row([time, shorten(name, 36), amount, balance, shorten(cause, 27)], lineColumns)
    }
  if (sheets.room(lineHeight)) head()
  sheets.row(['', words.closing, '', formatUsdt(account.closing)], lineColumns, true)
}

const dayText = (ms: number): string => formatTime(ms).slice(0, 10)

const write = async (doc: PDFKit.PDFDocument, statement: Statement, words: Words, lang: Language) => {
  const { owner, uid, period, madeMs, receiptHash, accounts } = statement
  const sheets = openSheets(doc, words.page)
  sheets.heading(`Glasshouse · ${words.title}`, 16)
  const facts: readonly (readonly [string, string])[] = [
    [words.owner, `${owner.username} · ${owner.email} · ${uid}`],
    [words.period, `${dayText(period.fromMs)} – ${dayText(period.untilMs - 1)} (UTC+1)`],
    [words.made, formatTime(madeMs)],
    ...(receiptHash === null ? [] : [[words.receipt, receiptHash] as const]),
  ]
  for (const fact of facts) sheets.row(fact, lineColumns)
  sheets.gap(10)
  if (accounts.length === 0) sheets.row([words.nothing], lineColumns)
  else summary(sheets, statement, words)
  for (const account of accounts) if (account.lines > 0) await accountLines(sheets, account, words, lang)
  sheets.foot()
  doc.end()
}

/** A statement as PDF: a summary of all accounts, then the entries of each; streamed while it is written. */
export const statementPdf = async (statement: Statement): Promise<PDFKit.PDFDocument> => {
  // Loaded by the first statement: the library and its fonts take 13 MB.
  const { default: PDFDocument } = await import('pdfkit')
  const words = latin[statement.lang]
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: words === undefined ? 'en' : statement.lang,
    info: {
      Title: `Glasshouse ${statement.uid} ${dayOf(statement.period.fromMs)}`,
      CreationDate: new Date(statement.madeMs),
      ModDate: new Date(statement.madeMs),
    },
  })
  write(doc, statement, words ?? english, words === undefined ? 'en' : statement.lang).catch(
    (error: unknown) => doc.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return doc
}
