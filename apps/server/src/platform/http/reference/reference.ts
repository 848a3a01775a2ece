import { readFileSync } from 'node:fs'
import { describeError } from '@glasshouse/core/errors/messages'
import { errorCodes } from '@glasshouse/core/errors/registry'
import type { CallSpec } from '@glasshouse/core/wire/call'
import { designTokens } from '../../site/index.ts'
import type { FileRoute } from '../files.ts'
import type { CallDescription, Schema } from './openapi.ts'
import { fileSection } from './openapiUploads.ts'

const ownStyle = readFileSync(new URL('./reference.css', import.meta.url), 'utf8')

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null

const who: Readonly<Record<CallSpec['audience'], string>> = {
  visitor: 'anybody',
  user: 'signed in',
  staff: 'staff',
  practice: 'practice mode',
}

/** Short description of a field's type: `text`, `decimal`, `one of …`, `list of …`. */
const detectImageType = (schema: Schema): string => {
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  if (Array.isArray(schema.anyOf)) return schema.anyOf.filter(isSchema).map(detectImageType).join(' | ')
  if (Array.isArray(schema.prefixItems))
    return `[${schema.prefixItems.filter(isSchema).map(detectImageType).join(', ')}]`
  if (schema.type === 'array' && isSchema(schema.items)) return `list of ${detectImageType(schema.items)}`
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  return String(schema.type ?? 'anything')
}

const noteOf = (schema: Schema): string => {
  const parts = [
    typeof schema.description === 'string' ? schema.description : '',
    'default' in schema ? `default ${JSON.stringify(schema.default)}` : '',
    typeof schema.maxLength === 'number' ? `at most ${schema.maxLength} characters` : '',
  ]
  return parts.filter((part) => part !== '').join('; ')
}

type Row = { readonly name: string; readonly schema: Schema; readonly required: boolean }

/** Fields of an object, including nested ones under their path. */
const rowsOf = (schema: Schema, prefix = ''): readonly Row[] => {
  if (schema.type === 'array' && isSchema(schema.items)) return rowsOf(schema.items, `${prefix}[].`)
  if (!isSchema(schema.properties)) return []
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(schema.properties).flatMap(([name, field]) => {
    if (!isSchema(field)) return []
    const inner =
      field.type === 'array' ? rowsOf(field, `${prefix}${name}`) : rowsOf(field, `${prefix}${name}.`)
    return [{ name: `${prefix}${name}`, schema: field, required: required.includes(name) }, ...inner]
  })
}

const table = (caption: string, rows: readonly Row[], withRequired: boolean): string =>
  rows.length === 0
    ? ''
    : `<h4>${caption}</h4><div class="wide"><table><thead><tr><th scope="col">Field</th><th scope="col">Type</th>${
        withRequired ? '<th scope="col">Needed</th>' : ''
      }<th scope="col">Meaning</th></tr></thead><tbody>${rows
        .map(
          ({ name, schema, required }) =>
            `<tr><th scope="row"><code>${escaped(name)}</code></th><td>${escaped(detectImageType(schema))}</td>${
              withRequired ? `<td>${required ? 'yes' : 'no'}</td>` : ''
            }<td>${escaped(noteOf(schema))}</td></tr>`,
        )
        .join('')}</tbody></table></div>`

const formOf = (example: CallSpec['example']): string =>
  new URLSearchParams(
    Object.entries(example ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()

/** A shell example that signs and sends the call. */
const shellExample = ({ path, spec }: CallDescription, origin: string): string => {
  const signedIn = spec.audience === 'user' || spec.audience === 'staff'
  return [
    ...(signedIn ? ["TOKEN='…the token of login…'"] : []),
    `BODY='${formOf(spec.example)}'`,
    'TIME="$(date +%s)000"',
    `HASH="$(printf %s "$BODY" | openssl dgst -sha256 -r | cut -d' ' -f1)"`,
    `SIGN="$(printf '%s\\n%s\\n%s' "$TIME" ${path} "$HASH" | openssl dgst -sha256 -hmac "${
      signedIn ? '$TOKEN' : 'visitor'
    }" -r | cut -d' ' -f1)"`,
    `curl -s ${origin}${path} -H "Time: $TIME" -H "Sign: $SIGN"${
      signedIn ? ' -H "Authorization: $TOKEN"' : ''
    } -d "$BODY"`,
  ].join('\n')
}

const anchorOf = (path: string): string => path.slice(1).replaceAll('/', '-')

const answerOf = ({ data, spec }: CallDescription): string => {
  const rows = rowsOf(data)
  const total = spec.list ? ' with <code>total</code>' : ''
  const plain = rows.length > 0 || isEmpty(data) ? '' : `<p>${escaped(detectImageType(data))}</p>`
  return `${table(`Answer: data${total}`, rows, false)}${
    rows.length > 0 ? '' : `<h4>Answer: data${total}</h4>${plain === '' ? '<p>an empty object</p>' : plain}`
  }`
}

const isEmpty = (data: Schema): boolean =>
  data.type === 'object' && (!isSchema(data.properties) || Object.keys(data.properties).length === 0)

const section = (call: CallDescription, origin: string): string => {
  const { path, spec } = call
  const listed = call.refusals
    .map(
      (code) => `<tr><th scope="row">${errorCodes[code]}</th><td>${escaped(describeError(code))}</td></tr>`,
    )
    .join('')
  return `<section id="${anchorOf(path)}"><h3><code>${path}</code><span class="who">${spec.requiredRole === 'manager' ? 'managers' : who[spec.audience]}</span>${
    spec.changes ? '<span class="who">at most once</span>' : ''
  }</h3><p>${escaped(spec.summary)}</p><p>Limit: ${escaped(call.limit)}.</p>${table('Request', rowsOf(call.request), true)}${answerOf(call)}
<h4>Refusals</h4><div class="wide"><table><tbody>${listed}</tbody></table></div>
<h4>Example</h4><pre tabindex="0"><code>${escaped(shellExample(call, origin))}</code></pre></section>`
}

const conventions = `<section id="conventions"><h2>Conventions</h2>
<p>Every call but an upload is a signed <code>POST</code> of a form; a flat JSON object with the same names is accepted too. The answer is
<code>{"retCode": 0, "message": "…", "data": …}</code> with HTTP 200, and <code>total</code> on lists, which
counts as far as the 1000 pages of a list reach; any other HTTP status is transport trouble in the same envelope.</p>
<p>Amounts, prices and rates are decimal strings such as <code>"0.1"</code>. Instants are epoch milliseconds, candle
times epoch seconds. <code>lang</code> chooses the language of the message.</p>
<p>Headers: <code>Authorization</code> the token; <code>Time</code> epoch milliseconds, at most 120 s from the server’s
clock; <code>Sign</code> the hex of HMAC-SHA256 over <code>Time</code>, path and the SHA-256 hex of the raw body, joined
by line feeds, under the token or <code>visitor</code>. An API key (<code>keyAdd</code>) is sent in place of the token and signs with
its own secret; each call names the scope it needs. <code>Idempotency-Key</code> on calls marked “at most once”
gives the first answer again for 48 hours. The same calls refuse a signature they have seen.</p>
<p>The stream of prices and private events is a WebSocket at <code>/ws?ticket=</code> with a one-time ticket of
<code>/api/common/wsTicket</code>, or at <code>/ws?token=visitor</code> for prices alone (in practice mode a token is
accepted there, too): send <code>{"op":"subscribe","args":["quotes","kline:BTCUSDT:1m","depth:BTCUSDT","depth20:BTCUSDT","trade:BTCUSDT"]}</code>.
After a reconnect, and on <code>{"e":"RELOAD"}</code>, fetch again whatever you keep.</p></section>`

/** General limits: name of the scope and rate. */
type LimitRow = readonly [string, string]

const limitTable = (general: readonly LimitRow[], described: readonly CallDescription[]): string => {
  const row = (name: string, text: string): string =>
    `<tr><th scope="row">${name}</th><td>${escaped(text)}</td></tr>`
  return `<section id="limits"><h2>Limits</h2><p>Beyond a limit a call gets HTTP 429 and 1004 with
<code>data.retryAfter</code> seconds. An IPv6 network of 64 bits counts as one address. Counts of an hour outlive
a restart and are shared by all processes.</p><div class="wide"><table><thead><tr><th scope="col">What</th>
<th scope="col">How often</th></tr></thead><tbody>${general
    .map(([name, text]) => row(escaped(name), text))
    .join('')}${described
    .map(({ path, limit }) => row(`<a href="#${anchorOf(path)}"><code>${path}</code></a>`, limit))
    .join('')}</tbody></table></div></section>`
}

/** Readable reference: every call of the document on one page, without script. */
export const referencePage = (
  described: readonly CallDescription[],
  files: readonly FileRoute[],
  origin: string,
  general: readonly LimitRow[],
): string => {
  const links = [...described, ...files]
    .map(({ path }) => `<li><a href="#${anchorOf(path)}"><code>${path}</code></a></li>`)
    .join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Glasshouse API reference</title><style>${designTokens()}${ownStyle}</style></head><body>
<nav aria-label="Calls"><h1>API reference</h1><p><a href="/api/openapi.json">OpenAPI 3.1 document</a></p>
<ul><li><a href="#conventions">Conventions</a></li><li><a href="#limits">Limits</a></li>${links}</ul></nav>
<main>${conventions}${limitTable(general, described)}<h2>Calls</h2>${[
    ...described.map((call) => section(call, origin)),
    ...files.map((route) => fileSection(route, origin)),
  ].join('\n')}</main></body></html>`
}
