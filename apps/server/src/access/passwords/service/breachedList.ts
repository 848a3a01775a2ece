/**
 * Common passwords, written for this product rather than taken from a data set. It is a small floor, not a list of
 * everything that ever leaked: `BREACHED_PASSWORDS_DIR` replaces it by an operator's complete list.
 */
const leaked = `
123456 1234567 12345678 123456789 1234567890 123123 123321 123123123 1234560 0123456789 012345 654321 987654321
9876543210 7654321 111111 1111111 11111111 111222 112233 121212 123654 131313 147258 147258369 159357 159753 222222
232323 252525 333333 444444 555555 654123 666666 696969 753951 777777 7777777 789456 789456123 888888 88888888 963852
987654 999999 000000 00000000 101010 102030 100000 123789 124578 142536 147852 147852369 456789 741852 741852963 852456
qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyuiop qwertyui qweasd qweasdzxc qwe123 qweqwe qweasd123
qazwsx qazwsxedc qazwsx123 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 zaq12wsx zaq1zaq1 q1w2e3 q1w2e3r4 q1w2e3r4t5
asdfgh asdfghjkl asdf1234 asdasd asd123 zxcvbn zxcvbnm zxcvbnm123 zxczxc azerty azertyuiop 1234qwer 123qwe 123qweasd
12qwaszx 123456a 123456q 123456789a a123456 a12345678 a123456789 a1b2c3 a1b2c3d4 aa123456 aa12345678 ab123456 abc123
abc1234 abc12345 abc123456 abcd1234 abcd123 abcdef abcdefg abcdefgh abcdefg1 aaaaaa aaaaaaaa a1234567 aaa111
password passw0rd p@ssword p@ssw0rd pa55word passwort passord passwd passpass password1 password12 password123
password1234 password2 password11 password01 pass1234 pass123 pass12345 mypassword letmein letmein1 welcome welcome1
welcome123 iloveyou iloveyou1 iloveyou2 ilovegod iloveme loveme lovely loveyou admin123 admin1234 administrator
admin@123 root123 toor123 test123 test1234 testing test12345 guest123 user123 default changeme changeme123 master
monkey dragon dragon1 shadow shadow1 sunshine sunshine1 princess princess1 football football1 baseball baseball1
basketball superman superman1 batman batman1 spiderman pokemon pokemon1 naruto naruto1 minecraft minecraft1 starwars
trustno1 whatever michael michael1 michelle jennifer jordan jordan23 jessica jessica1 ashley ashley1 anthony andrew
andrea angel1 angels amanda alexander alexander1 daniel daniel1 charlie charlie1 chelsea chelsea1 liverpool liverpool1
arsenal arsenal1 barcelona realmadrid juventus manchester hunter hunter2 killer killer1 summer summer1 winter
computer computer1 internet samsung samsung1 nintendo playstation google google1 facebook myspace1 linkedin adobe123
photoshop freedom ginger pepper cookie cookie1 flower flowers butterfly chocolate cheese banana orange purple yellow
silver diamond mustang ferrari mercedes porsche corvette harley yamaha soccer soccer1 hockey tigger tigger1 maggie
buster bailey jasmine hannah nicole nicole1 matthew joshua joshua1 thomas thomas1 robert george william jonathan
secret biteme fuckyou fuckyou1 asshole bitcoin bitcoin1 ethereum crypto123 qwerty777 zxcvbn1 1111qqqq 11112222
1qaz1qaz 1q1q1q1q 5201314 woaini woaini1314 woaini520 senha123 contrasena teamo123 tequiero estrella sayang bismillah
mynoob gfhjkm ghbdtn marina natasha parola doudou loulou motdepasse azerty123 soleil hallo123 schatz schatzi
`
  .trim()
  .split(/\s+/)

const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

/** The passwords above, also with a capital first letter. */
export const shippedBreachedPasswords: ReadonlySet<string> = new Set(
  leaked.flatMap((word) => [word, capitalized(word)]),
)
