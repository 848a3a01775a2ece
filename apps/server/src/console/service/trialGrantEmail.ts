import type { Language } from '@glasshouse/core/wire/languages'

type Words = { readonly subject: string; readonly text: string }

/** E-mail about trial funds: what they are for, who gets them back, and that they cannot be withdrawn. */
const words: Readonly<Record<Language, Words>> = {
  en: {
    subject: '{amount} USDT in trial funds',
    text: 'You received {amount} USDT in trial funds for the trial product. The trial funds return to the platform at its end; the interest is yours. Trial funds can’t be withdrawn.',
  },
  ja: {
    subject: '{amount} USDT の体験資金',
    text: '体験資金 {amount} USDT が付与されました。体験商品にご利用いただけます。体験資金は満期にプラットフォームへ戻り、利息はお客様のものです。体験資金は出金できません。',
  },
  kr: {
    subject: '체험 자금 {amount} USDT',
    text: '체험 자금 {amount} USDT가 지급되었습니다. 체험 상품에 사용할 수 있습니다. 체험 자금은 만기에 플랫폼으로 돌아가며 이자는 고객의 것입니다. 체험 자금은 출금할 수 없습니다.',
  },
  th: {
    subject: 'เงินทดลอง {amount} USDT',
    text: 'คุณได้รับเงินทดลอง {amount} USDT สำหรับผลิตภัณฑ์ทดลอง เงินทดลองคืนให้แพลตฟอร์มเมื่อครบกำหนด ดอกเบี้ยเป็นของคุณ เงินทดลองถอนไม่ได้',
  },
  ru: {
    subject: 'Пробные средства: {amount} USDT',
    text: 'Вы получили {amount} USDT пробных средств для пробного продукта. Пробные средства в конце срока возвращаются платформе, проценты остаются вам. Вывести пробные средства нельзя.',
  },
  es: {
    subject: '{amount} USDT de fondos de prueba',
    text: 'Recibiste {amount} USDT en fondos de prueba para el producto de prueba. Los fondos de prueba vuelven a la plataforma al final; los intereses son tuyos. Los fondos de prueba no se pueden retirar.',
  },
  pt: {
    subject: '{amount} USDT em fundos de teste',
    text: 'Você recebeu {amount} USDT em fundos de teste para o produto de teste. Os fundos de teste voltam à plataforma no final; os juros são seus. Fundos de teste não podem ser sacados.',
  },
  zh_CN: {
    subject: '体验金 {amount} USDT',
    text: '您已获得 {amount} USDT 体验金，可用于体验产品。体验金到期归还平台，利息归您所有。体验金不可提现。',
  },
  zh_TW: {
    subject: '體驗金 {amount} USDT',
    text: '您已獲得 {amount} USDT 體驗金，可用於體驗產品。體驗金到期歸還平台，利息歸您所有。體驗金不可提領。',
  },
}

/** Subject and text about granted trial funds; contains no link. */
export const trialGrantEmail = (lang: Language, amount: string): Words => {
  const { subject, text } = words[lang]
  return { subject: subject.replace('{amount}', amount), text: text.replace('{amount}', amount) }
}
