import type { Language } from '@glasshouse/core/wire/languages'

/** What a message says; names in curly brackets are filled in. */
export type MessageText = { readonly subject: string; readonly text: string }

/**
 * Message with a verification code. It states the lifetime of the code and that staff never ask for it, and names no
 * account, because the recipient may have none.
 */
const verifyCodeTexts: Readonly<Record<Language, MessageText>> = {
  en: {
    subject: 'Your Glasshouse code: {code}',
    text: 'Your verification code is {code}. It is valid for {minutes} minutes and works once. We never ask for it: do not pass it on. If you did not request it, ignore this message.',
  },
  ja: {
    subject: 'Glasshouse の認証コード: {code}',
    text: 'Glasshouse の認証コードは {code} です。{minutes} 分間有効です。誰にも教えないでください。当社がお尋ねすることはありません。お心当たりがない場合は、このメッセージを無視してください。',
  },
  kr: {
    subject: 'Glasshouse 인증 코드: {code}',
    text: 'Glasshouse 인증 코드는 {code}입니다. {minutes}분 후 만료됩니다. 누구에게도 알려 주지 마세요. 당사는 코드를 묻지 않습니다. 본인이 아니라면 이 메시지를 무시하세요.',
  },
  th: {
    subject: 'รหัส Glasshouse ของคุณ: {code}',
    text: '{code} คือรหัส Glasshouse ของคุณ หมดอายุใน {minutes} นาที อย่าบอกรหัสนี้กับใคร เราไม่มีวันขอรหัสจากคุณ หากไม่ใช่คุณ ให้ละเว้นข้อความนี้',
  },
  ru: {
    subject: 'Ваш код Glasshouse: {code}',
    text: '{code} — ваш код Glasshouse. Он действует {minutes} мин. Никому его не сообщайте: мы никогда его не спросим. Это не вы? Не обращайте внимания на это сообщение.',
  },
  es: {
    subject: 'Tu código de Glasshouse: {code}',
    text: '{code} es tu código de Glasshouse. Vence en {minutes} minutos. No lo compartas con nadie; nunca te lo pediremos. ¿No fuiste tú? Ignora este mensaje.',
  },
  pt: {
    subject: 'Seu código Glasshouse: {code}',
    text: '{code} é o seu código Glasshouse. Ele expira em {minutes} minutos. Não o compartilhe; nunca vamos pedi-lo. Não foi você? Ignore esta mensagem.',
  },
  zh_CN: {
    subject: '您的 Glasshouse 验证码：{code}',
    text: '{code} 是您的 Glasshouse 验证码，{minutes} 分钟内有效。请勿告诉任何人，我们绝不会向您索要验证码。不是您本人操作？请忽略此消息。',
  },
  zh_TW: {
    subject: '您的 Glasshouse 驗證碼：{code}',
    text: '{code} 是您的 Glasshouse 驗證碼，{minutes} 分鐘內有效。請勿告訴任何人，我們絕不會向您索取驗證碼。不是您本人操作？請忽略此訊息。',
  },
}

/** Puts values in the place of the names in curly brackets; a name without a value is a defect. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`a message has no value for {${name}}`)
    return value
  })

/**
 * Subject and text of the message with a verification code.
 *
 * @example verifyCodeMessage('en', '123456', 10).subject // 'Your Glasshouse code: 123456'
 */
export const verifyCodeMessage = (lang: Language, code: string, minutes: number): MessageText => {
  const { subject, text } = verifyCodeTexts[lang]
  const values = { code, minutes: String(minutes) }
  return { subject: fill(subject, values), text: fill(text, values) }
}

/** Kinds of security changes of an account. */
export type SecurityChange =
  | 'password'
  | 'withdrawPassword'
  | 'email'
  | 'phone'
  | 'twoStepOn'
  | 'twoStepOff'
  | 'recoveryCode'
  | 'recoveryCodes'
  | 'apiKeyAdded'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'bankData'
  | 'withdrawalAddress'

/** The message about a change; it holds no link: only those of `linkTemplates.ts` do. */
const securityTexts: Readonly<Record<Language, MessageText & Readonly<Record<SecurityChange, string>>>> = {
  en: {
    subject: 'Your Glasshouse account: {what}',
    text: '{what} ({time}, UTC+1). If this was you, there is nothing to do. If it was not, reset your password now and write to us.',
    password: 'password changed',
    withdrawPassword: 'withdraw password set',
    email: 'e-mail address changed',
    phone: 'phone number changed',
    twoStepOn: 'two-step sign-in switched on',
    twoStepOff: 'two-step sign-in switched off',
    recoveryCode: 'recovery code used instead of the authenticator app',
    recoveryCodes: 'new recovery codes created',
    apiKeyAdded: 'API key created: a program can now act in the account',
    passkeyAdded: 'passkey added',
    passkeyRemoved: 'passkey removed',
    bankData: 'bank data changed',
    withdrawalAddress: 'withdrawal address changed, digital withdrawals pause for 24 hours',
  },
  ja: {
    subject: 'Glasshouse アカウント: {what}',
    text: '{what}（{time}、UTC+1）。お心当たりがない場合は、すぐにパスワードを再設定し、サポートにお問い合わせください。',
    password: 'パスワードが変更されました',
    withdrawPassword: '出金パスワードが変更されました',
    email: 'メールアドレスが変更されました',
    phone: '電話番号が変更されました',
    twoStepOn: '2段階認証が有効になりました',
    twoStepOff: '2段階認証が無効になりました',
    recoveryCode: '認証アプリの代わりにリカバリーコードが使用されました',
    recoveryCodes: '新しいリカバリーコードが作成されました',
    apiKeyAdded: 'API キーが作成されました。プログラムがアカウントを操作できます',
    passkeyAdded: 'パスキーが追加されました',
    passkeyRemoved: 'パスキーが削除されました',
    bankData: '銀行情報が変更されました',
    withdrawalAddress: '出金先アドレスが変更されました。オンチェーン出金は 24 時間停止します',
  },
  kr: {
    subject: 'Glasshouse 계정: {what}',
    text: '{what} ({time}, UTC+1). 본인이 아니라면 지금 비밀번호를 재설정하고 고객센터에 문의하세요.',
    password: '비밀번호가 변경되었습니다',
    withdrawPassword: '출금 비밀번호가 변경되었습니다',
    email: '이메일 주소가 변경되었습니다',
    phone: '전화번호가 변경되었습니다',
    twoStepOn: '2단계 인증이 켜졌습니다',
    twoStepOff: '2단계 인증이 꺼졌습니다',
    recoveryCode: '인증 앱 대신 복구 코드가 사용되었습니다',
    recoveryCodes: '새 복구 코드가 생성되었습니다',
    apiKeyAdded: 'API 키가 생성되어 프로그램이 계정을 사용할 수 있습니다',
    passkeyAdded: '패스키가 추가되었습니다',
    passkeyRemoved: '패스키가 삭제되었습니다',
    bankData: '은행 정보가 변경되었습니다',
    withdrawalAddress: '출금 주소가 변경되어 온체인 출금이 24시간 중지됩니다',
  },
  th: {
    subject: 'บัญชี Glasshouse ของคุณ: {what}',
    text: '{what} เมื่อ {time} (UTC+1) หากไม่ใช่คุณ ให้ตั้งรหัสผ่านใหม่ทันทีและติดต่อฝ่ายสนับสนุน',
    password: 'เปลี่ยนรหัสผ่านแล้ว',
    withdrawPassword: 'เปลี่ยนรหัสผ่านการถอนแล้ว',
    email: 'เปลี่ยนอีเมลแล้ว',
    phone: 'เปลี่ยนหมายเลขโทรศัพท์แล้ว',
    twoStepOn: 'เปิดการยืนยันสองขั้นตอนแล้ว',
    twoStepOff: 'ปิดการยืนยันสองขั้นตอนแล้ว',
    recoveryCode: 'ใช้รหัสกู้คืนแทนแอปยืนยันตัวตนแล้ว',
    recoveryCodes: 'สร้างรหัสกู้คืนใหม่แล้ว',
    apiKeyAdded: 'สร้างคีย์ API แล้ว โปรแกรมใช้บัญชีนี้ได้',
    passkeyAdded: 'เพิ่มพาสคีย์แล้ว',
    passkeyRemoved: 'ลบพาสคีย์แล้ว',
    bankData: 'เปลี่ยนข้อมูลธนาคารแล้ว',
    withdrawalAddress: 'เปลี่ยนที่อยู่ถอนแล้ว การถอนบนเชนหยุดพัก 24 ชั่วโมง',
  },
  ru: {
    subject: 'Ваш аккаунт Glasshouse: {what}',
    text: 'Изменение: {what}, {time} (UTC+1). Это не вы? Сразу сбросьте пароль и обратитесь в поддержку.',
    password: 'пароль изменён',
    withdrawPassword: 'пароль для вывода изменён',
    email: 'адрес электронной почты изменён',
    phone: 'номер телефона изменён',
    twoStepOn: 'двухфакторная аутентификация включена',
    twoStepOff: 'двухфакторная аутентификация выключена',
    recoveryCode: 'вместо приложения использован код восстановления',
    recoveryCodes: 'созданы новые коды восстановления',
    apiKeyAdded: 'создан API-ключ: программа может действовать в аккаунте',
    passkeyAdded: 'добавлен ключ доступа',
    passkeyRemoved: 'ключ доступа удалён',
    bankData: 'банковские реквизиты изменены',
    withdrawalAddress: 'адрес для вывода изменён; ончейн-вывод приостановлен на 24 часа',
  },
  es: {
    subject: 'Tu cuenta de Glasshouse: {what}',
    text: 'Cambio: {what}, {time} (UTC+1). ¿No fuiste tú? Restablece tu contraseña ahora y contacta a soporte.',
    password: 'contraseña cambiada',
    withdrawPassword: 'contraseña de retiro cambiada',
    email: 'correo electrónico cambiado',
    phone: 'número de teléfono cambiado',
    twoStepOn: 'autenticación en dos pasos activada',
    twoStepOff: 'autenticación en dos pasos desactivada',
    recoveryCode: 'código de recuperación usado en lugar de la app',
    recoveryCodes: 'códigos de recuperación nuevos creados',
    apiKeyAdded: 'clave API creada: un programa ya puede actuar en la cuenta',
    passkeyAdded: 'clave de acceso añadida',
    passkeyRemoved: 'clave de acceso eliminada',
    bankData: 'datos bancarios cambiados',
    withdrawalAddress: 'dirección de retiro cambiada; los retiros on-chain quedan en pausa 24 horas',
  },
  pt: {
    subject: 'Sua conta Glasshouse: {what}',
    text: 'Alteração: {what} em {time} (UTC+1). Não foi você? Redefina sua senha agora e fale com o suporte.',
    password: 'senha alterada',
    withdrawPassword: 'senha de saque alterada',
    email: 'endereço de e-mail alterado',
    phone: 'número de telefone alterado',
    twoStepOn: 'autenticação em dois fatores ativada',
    twoStepOff: 'autenticação em dois fatores desativada',
    recoveryCode: 'código de recuperação usado no lugar do app',
    recoveryCodes: 'novos códigos de recuperação criados',
    apiKeyAdded: 'chave de API criada: um programa já pode atuar na conta',
    passkeyAdded: 'chave de acesso adicionada',
    passkeyRemoved: 'chave de acesso removida',
    bankData: 'dados bancários alterados',
    withdrawalAddress: 'endereço de saque alterado; saques on-chain pausados por 24 horas',
  },
  zh_CN: {
    subject: '您的 Glasshouse 账户：{what}',
    text: '{what}（{time}，UTC+1）。不是您本人操作？请立即重置密码并联系客服。',
    password: '密码已更改',
    withdrawPassword: '提现密码已更改',
    email: '邮箱地址已更改',
    phone: '手机号已更改',
    twoStepOn: '双重验证已开启',
    twoStepOff: '双重验证已关闭',
    recoveryCode: '已使用恢复代码代替身份验证器',
    recoveryCodes: '已生成新的恢复代码',
    apiKeyAdded: '已创建 API 密钥，程序可以操作此账户',
    passkeyAdded: '已添加通行密钥',
    passkeyRemoved: '已移除通行密钥',
    bankData: '银行信息已更改',
    withdrawalAddress: '提现地址已更改；链上提现暂停 24 小时',
  },
  zh_TW: {
    subject: '您的 Glasshouse 帳戶：{what}',
    text: '{what}（{time}，UTC+1）。不是您本人操作？請立即重設密碼並聯絡客服。',
    password: '密碼已變更',
    withdrawPassword: '提領密碼已變更',
    email: '電子郵件地址已變更',
    phone: '手機號碼已變更',
    twoStepOn: '兩步驟驗證已開啟',
    twoStepOff: '兩步驟驗證已關閉',
    recoveryCode: '已使用復原代碼代替驗證應用程式',
    recoveryCodes: '已產生新的復原代碼',
    apiKeyAdded: '已建立 API 金鑰，程式可以操作此帳戶',
    passkeyAdded: '已新增通行密鑰',
    passkeyRemoved: '已移除通行密鑰',
    bankData: '銀行資訊已變更',
    withdrawalAddress: '提領地址已變更；鏈上提領暫停 24 小時',
  },
}

/** Subject and text of the message about a change; `time` is the formatted instant. */
export const securityMessage = (lang: Language, what: SecurityChange, time: string): MessageText => {
  const texts = securityTexts[lang]
  const values = { what: texts[what], time }
  return { subject: fill(texts.subject, values), text: fill(texts.text, values) }
}

const letterWordTexts: Readonly<Record<Language, string>> = {
  en: 'Your anti-phishing word: {word}',
  ja: 'フィッシング対策の合言葉: {word}',
  kr: '피싱 방지 단어: {word}',
  th: 'คำกันฟิชชิงของคุณ: {word}',
  ru: 'Ваше слово против фишинга: {word}',
  es: 'Tu palabra antiphishing: {word}',
  pt: 'Sua palavra antiphishing: {word}',
  zh_CN: '您的防钓鱼词：{word}',
  zh_TW: '您的防釣魚詞：{word}',
}

/** The first line of a letter to a customer who chose a word. */
export const letterWordLine = (lang: Language, word: string): string => fill(letterWordTexts[lang], { word })
