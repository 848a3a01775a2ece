import type { Language } from '@glasshouse/core/wire/languages'

type Words = { readonly subject: string; readonly text: string }

/** E-mail about experience funds; it explains that they are not money. */
const words: Readonly<Record<Language, Words>> = {
  en: {
    subject: '{amount} USDT of experience funds',
    text: 'You were granted {amount} USDT of experience funds. They are not withdrawable and never become so: they are for the experience product alone. What that product earns is yours, and the funds go back to the house.',
  },
  ja: {
    subject: '{amount} USDT の体験資金',
    text: '体験資金 {amount} USDT が付与されました。体験商品にご利用いただけ、収益はお客様のものです。体験資金は出金できません。',
  },
  kr: {
    subject: '체험 자금 {amount} USDT',
    text: '체험 자금 {amount} USDT가 지급되었습니다. 체험 상품에 사용하고 수익은 가져가세요. 체험 자금은 출금할 수 없습니다.',
  },
  th: {
    subject: 'เงินทดลอง {amount} USDT',
    text: 'คุณได้รับเงินทดลอง {amount} USDT ใช้กับผลิตภัณฑ์ทดลองและเก็บผลตอบแทนไว้ได้ เงินทดลองถอนไม่ได้',
  },
  ru: {
    subject: 'Пробные средства: {amount} USDT',
    text: 'Вы получили {amount} USDT пробных средств. Используйте их для пробного продукта, доход останется вам. Вывести пробные средства нельзя.',
  },
  es: {
    subject: '{amount} USDT de fondos de prueba',
    text: 'Recibiste {amount} USDT en fondos de prueba. Úsalos en el producto de prueba y quédate con lo que rinda. Los fondos de prueba no se pueden retirar.',
  },
  pt: {
    subject: '{amount} USDT em fundos de teste',
    text: 'Você recebeu {amount} USDT em fundos de teste. Use-os no produto de teste e fique com o que render. Fundos de teste não podem ser sacados.',
  },
  zh_CN: {
    subject: '体验金 {amount} USDT',
    text: '您已获得 {amount} USDT 体验金，可用于体验产品，收益归您所有。体验金不可提现。',
  },
  zh_TW: {
    subject: '體驗金 {amount} USDT',
    text: '您已獲得 {amount} USDT 體驗金，可用於體驗產品，收益歸您所有。體驗金不可提領。',
  },
}

/** Subject and text about granted experience funds; contains no link. */
export const trialGrantEmail = (lang: Language, amount: string): Words => {
  const { subject, text } = words[lang]
  return { subject: subject.replace('{amount}', amount), text: text.replace('{amount}', amount) }
}
