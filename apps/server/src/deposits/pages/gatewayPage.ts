import { formatUsdt } from '@glasshouse/core/money/units'
import type { Language } from '@glasshouse/core/wire/languages'
import { designTokens } from '../../platform/site/index.ts'
import type { SandboxView } from '../service/sandbox.ts'
import { type GatewayTexts, gatewayTexts } from './texts.ts'

/** State of the page; `unknown` if there is no such payment. */
export type GatewayView = SandboxView | { readonly kind: 'unknown'; readonly lang: Language }

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

const style = `
*{box-sizing:border-box;margin:0}
body{min-height:100vh;display:grid;place-items:center;padding:var(--s4);background:var(--ground);color:var(--ink);font:var(--weight-body) var(--text-14)/var(--lh-14) var(--font);font-feature-settings:var(--num)}
main{width:100%;max-width:400px;background:var(--pane);border:var(--bar) solid var(--bar-line);border-radius:var(--r3);overflow:hidden}
header{display:flex;align-items:center;gap:var(--s2);padding:var(--s3) var(--s5);border-bottom:var(--bar) solid var(--bar-line);color:var(--brand);font-weight:var(--weight-title);font-size:var(--text-16)}
.badge{margin-left:auto;padding:0 var(--s2);border:1px solid var(--practice-line);border-radius:var(--r1);background:var(--practice-soft);color:var(--practice);font-size:var(--text-10);line-height:20px;letter-spacing:.08em}
.badge:is(:lang(th),:lang(ja),:lang(ko),:lang(zh)){letter-spacing:0;font-size:var(--text-11)}
section{padding:var(--s6) var(--s5) var(--s5)}
h1{font-size:var(--text-20);line-height:var(--lh-20);font-weight:var(--weight-title)}
dl{margin:var(--s5) 0}
dt{color:var(--ink-2)}
dd{font-size:var(--text-40);line-height:var(--lh-40);letter-spacing:var(--track-tight);overflow-wrap:anywhere}
dd small{font-size:var(--text-16);letter-spacing:0;color:var(--ink-2)}
p{color:var(--ink-2)}
.note{padding:var(--s3);border-radius:var(--r2);background:var(--practice-soft);color:var(--practice)}
.state{padding:var(--s3);border-radius:var(--r2);background:var(--brand-soft);color:var(--brand);font-weight:var(--weight-strong)}
.state.warn{background:var(--warn-soft);color:var(--warn)}
.state+p{margin-top:var(--s2)}
button{width:100%;min-height:48px;margin-top:var(--s5);border:0;border-radius:var(--r2);background:var(--brand);color:var(--on-brand);font:var(--weight-strong) var(--text-16)/var(--lh-16) var(--font);cursor:pointer}
button:hover{background:var(--brand-hover)}
button:active{background:var(--brand-press)}
button:focus-visible{outline:var(--focus-width) solid var(--focus);outline-offset:var(--focus-gap)}
`
let sheet: string | null = null
const styleSheet = (): string => {
  sheet ??= `${designTokens()}${style.replace(/\n/g, '')}`
  return sheet
}

const house =
  '<svg width="22" height="22" viewBox="0 0 22 22" fill="none" stroke="currentColor" aria-hidden="true"><path d="M2.5 20V9L11 2.2 19.5 9v11z" stroke-width="1.6" stroke-linejoin="round"/><path d="M2.5 9h17M8.2 9v11M13.8 9v11M11 2.2V9" opacity=".75"/></svg>'

const amountLine = (texts: GatewayTexts, amount: bigint): string => {
  const figure = new Intl.NumberFormat(texts.locale, { minimumFractionDigits: 2, maximumFractionDigits: 8 })
  // The decimal text is formatted exactly; it never becomes a binary number.
  const written = figure.format(formatUsdt(amount) as Intl.StringNumericLiteral)
  return `<dl><dt>${escaped(texts.amount)}</dt><dd>${escaped(written)} <small>USDT</small></dd></dl>`
}

const state = (sentence: string, more: string, warns: boolean): string =>
  `<p class="state${warns ? ' warn' : ''}" role="status">${escaped(sentence)}</p><p>${escaped(more)}</p>`

const content = (view: GatewayView, texts: GatewayTexts): string => {
  if (view.kind === 'unknown') return `<br>${state(texts.unknown, texts.unknownMore, true)}`
  const amount = amountLine(texts, view.amount)
  if (view.kind === 'paid') return amount + state(texts.paid, texts.paidMore, false)
  if (view.kind === 'expired') return amount + state(texts.expired, texts.expiredMore, true)
  return `${amount}<p class="note">${escaped(texts.playMoney)}</p><form method="post"><button type="submit">${escaped(texts.pay)}</button></form>`
}

/** The payment page as HTML. It needs no script: its one button is a form. */
export const gatewayPage = (view: GatewayView): string => {
  const texts = gatewayTexts[view.lang]
  const title = `${escaped(texts.title)} · Glasshouse`
  return `<!doctype html>
<html lang="${texts.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${styleSheet()}</style>
</head>
<body>
<main>
<header>${house}Glasshouse<span class="badge">${escaped(texts.practice)}</span></header>
<section><h1>${escaped(texts.title)}</h1>${content(view, texts)}</section>
</main>
</body>
</html>
`
}
