import { languages } from '@glasshouse/core/wire/languages'
import { expect, it } from 'vitest'
import { trialGrantEmail } from './trialGrantEmail.ts'

it('contains amount and explanation, translated in every language, without a link', () => {
  const letters = languages.map((lang) => trialGrantEmail(lang, '12.5'))
  for (const { subject, text } of letters) {
    expect(subject).toContain('12.5 USDT')
    expect(text).toContain('12.5 USDT')
    expect(text + subject).not.toMatch(/[{}]|https?:/)
  }
  expect(new Set(letters.map(({ text }) => text)).size).toBe(languages.length)
})

it('names the exact amount once in the subject and once in the text, at every size', () => {
  for (const lang of languages)
    for (const amount of ['0.00000001', '1000', '999999999999999.99999999'])
      for (const part of Object.values(trialGrantEmail(lang, amount))) {
        expect(part.split(amount), `${lang} ${part}`).toHaveLength(2)
        // No other figure stands beside it, and a subject is one line.
        expect(part.replace(amount, ''), lang).not.toMatch(/\d|[\r\n]/)
      }
})

/** "Withdrawn" beside a negation, in each language: the funds are marked as what they are from the first moment. */
const notWithdrawable: Readonly<Record<(typeof languages)[number], RegExp>> = {
  en: /can’t be withdrawn/,
  ja: /出金できません/,
  kr: /출금할 수 없/,
  th: /ถอนไม่ได้/,
  ru: /Вывести .* нельзя/,
  es: /no se pueden retirar/,
  pt: /não podem ser sacados/,
  zh_CN: /不可提现/,
  zh_TW: /不可提領/,
}

it.each(languages)('says in %s that the funds are not withdrawable', (lang) => {
  expect(trialGrantEmail(lang, '1').text).toMatch(notWithdrawable[lang])
})

/** That the funds return and the interest stays, in each language. */
const returned: Readonly<Record<(typeof languages)[number], RegExp>> = {
  en: /return to the platform at its end; the interest is yours/,
  ja: /プラットフォームへ戻り、利息はお客様のもの/,
  kr: /플랫폼으로 돌아가며 이자는 고객의 것/,
  th: /คืนให้แพลตฟอร์มเมื่อครบกำหนด ดอกเบี้ยเป็นของคุณ/,
  ru: /возвращаются платформе, проценты остаются вам/,
  es: /vuelven a la plataforma al final; los intereses son tuyos/,
  pt: /voltam à plataforma no final; os juros são seus/,
  zh_CN: /归还平台，利息归您所有/,
  zh_TW: /歸還平台，利息歸您所有/,
}

it.each(languages)('says in %s who gets the funds back and whose the interest is', (lang) => {
  expect(trialGrantEmail(lang, '1').text).toMatch(returned[lang])
})
