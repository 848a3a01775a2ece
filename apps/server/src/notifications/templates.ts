import type { Language } from '@glasshouse/core/wire/languages'

/** What a message says; `{code}` and `{minutes}` are filled in. */
type VerifyCodeText = { readonly subject: string; readonly text: string }

/**
 * The message that carries a verification code. It says how long the code is good for and that nobody of the
 * house ever asks for it, and names no account, because it may reach somebody who has none.
 */
const verifyCodeTexts: Readonly<Record<Language, VerifyCodeText>> = {
  en: {
    subject: 'Your Glasshouse code: {code}',
    text: 'Your verification code is {code}. It is valid for {minutes} minutes and works once. We never ask for it: do not pass it on. If you did not request it, ignore this message.',
  },
  ja: {
    subject: 'Glasshouse の認証コード: {code}',
    text: '認証コードは {code} です。有効期限は{minutes}分、使用できるのは1回だけです。当社の担当者がコードをお尋ねすることはありません。誰にも教えないでください。お心当たりがない場合は、このメッセージを無視してください。',
  },
  kr: {
    subject: 'Glasshouse 인증 코드: {code}',
    text: '인증 코드는 {code}입니다. {minutes}분 동안 유효하며 한 번만 사용할 수 있습니다. 저희는 이 코드를 절대 묻지 않으니 누구에게도 알려주지 마세요. 요청하신 적이 없다면 이 메시지를 무시하세요.',
  },
  th: {
    subject: 'รหัสยืนยัน Glasshouse ของคุณ: {code}',
    text: 'รหัสยืนยันของคุณคือ {code} ใช้ได้ภายใน {minutes} นาที และใช้ได้เพียงครั้งเดียว เราไม่เคยขอรหัสนี้จากคุณ โปรดอย่าบอกผู้อื่น หากคุณไม่ได้ขอรหัส โปรดละเว้นข้อความนี้',
  },
  ru: {
    subject: 'Ваш код Glasshouse: {code}',
    text: 'Ваш код подтверждения: {code}. Срок действия — {minutes} мин., использовать его можно один раз. Мы никогда не спрашиваем этот код: не сообщайте его никому. Если вы его не запрашивали, не обращайте внимания на это сообщение.',
  },
  es: {
    subject: 'Su código de Glasshouse: {code}',
    text: 'Su código de verificación es {code}. Es válido durante {minutes} minutos y sirve una sola vez. Nunca se lo pediremos: no lo comparta con nadie. Si no lo ha solicitado, ignore este mensaje.',
  },
  pt: {
    subject: 'O seu código Glasshouse: {code}',
    text: 'O seu código de verificação é {code}. É válido durante {minutes} minutos e só pode ser usado uma vez. Nunca o pedimos: não o partilhe com ninguém. Se não o solicitou, ignore esta mensagem.',
  },
  zh_CN: {
    subject: '您的 Glasshouse 验证码：{code}',
    text: '您的验证码是 {code}，{minutes} 分钟内有效，仅可使用一次。我们绝不会向您索要验证码，请勿告诉任何人。如果不是您本人的操作，请忽略此消息。',
  },
  zh_TW: {
    subject: '您的 Glasshouse 驗證碼：{code}',
    text: '您的驗證碼是 {code}，{minutes} 分鐘內有效，僅可使用一次。我們絕不會向您索取驗證碼，請勿告訴任何人。若非您本人操作，請忽略此訊息。',
  },
}

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`a message has no value for {${name}}`)
    return value
  })

/**
 * Subject and text of the message that carries a verification code.
 *
 * @example verifyCodeMessage('en', '123456', 10).subject // 'Your Glasshouse code: 123456'
 */
export const verifyCodeMessage = (lang: Language, code: string, minutes: number): VerifyCodeText => {
  const { subject, text } = verifyCodeTexts[lang]
  const values = { code, minutes: String(minutes) }
  return { subject: fill(subject, values), text: fill(text, values) }
}
