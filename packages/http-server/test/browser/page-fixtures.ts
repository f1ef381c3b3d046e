import type { Interaction, Passkey, ProfileData } from "@symbolon/core"
import { frontPage } from "../../src/pages/front-page.ts"
import {
  accountPage,
  accountSignInPage,
  invitationPage,
} from "../../src/pages/sign-in/account-pages.ts"
import { consentPage } from "../../src/pages/sign-in/consent-page.ts"
import { formPostPage } from "../../src/pages/sign-in/form-post-page.ts"
import { logoutPage } from "../../src/pages/sign-in/logout-page.ts"
import {
  confirmEmailPage,
  errorPage,
  loggedOutPage,
  noticePage,
} from "../../src/pages/sign-in/message-pages.ts"
import { forgotPasswordPage, resetPasswordPage } from "../../src/pages/sign-in/password-pages.ts"
import { registerPage } from "../../src/pages/sign-in/register-page.ts"
import { selectAccountPage } from "../../src/pages/sign-in/select-account-page.ts"
import { publicProfilePage, walletPage } from "../../src/pages/link/profile-page.ts"
import { signInPage } from "../../src/pages/sign-in/sign-in-page.ts"

const client: Interaction["client"] = {
  clientId: "app",
  name: "Harbour Rowing",
  redirectHost: "app.harbour.example",
  isFirstParty: false,
  organization: { uuid: "o", name: "Harbour Club", slug: "harbour-club" },
  iconUrl: undefined,
  websiteUrl: "https://harbour.example/",
  policyUrl: "https://harbour.example/privacy",
  tosUrl: undefined,
}

const ada = {
  uuid: "u",
  username: "ada-lovelace",
  firstName: "Ada",
  lastName: "Lovelace",
  avatarImageFileUuid: undefined,
}

const passkey = (name: string, change: Partial<Passkey> = {}): Passkey => ({
  credentialId: "c",
  userUuid: ada.uuid,
  publicKey: "k",
  counter: 0,
  transports: ["internal"],
  isBackedUp: false,
  name,
  createdAt: new Date("2026-09-01T10:00:00Z"),
  usedAt: undefined,
  ...change,
})

/** Everything an app can ask for, in short. */
export const interaction: Interaction = {
  status: "login_required",
  challenge: "sy_ch_0000000000000000000000000000000000000000000",
  expiresAt: new Date("2026-11-21T10:10:00Z"),
  csrfToken: "csrf",
  client,
  user: undefined,
  scopes: [
    { name: "openid", description: "Know who you are", isSensitive: false, isAlreadyGranted: true },
    {
      name: "email",
      description: "See your e-mail address",
      isSensitive: false,
      isAlreadyGranted: false,
    },
    {
      name: "wallet:read",
      description: "See wallets and their balance",
      isSensitive: false,
      isAlreadyGranted: false,
    },
    {
      name: "wallet:transfer",
      description: "Send points",
      isSensitive: true,
      isAlreadyGranted: false,
    },
    {
      name: "organization:memberships:read",
      description: "See an organization's members",
      isSensitive: true,
      isAlreadyGranted: false,
    },
    {
      name: "session:read",
      description: "See sessions",
      isSensitive: false,
      isAlreadyGranted: false,
    },
  ],
  login: { methods: ["passkey", "password"], hint: undefined },
  prompt: [],
  uiLocales: [],
}

/** Texts of somebody who means ill, wherever somebody else's text is shown. */
export const hostile = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>"'><b>\u202e`

const hostileInteraction: Interaction = {
  ...interaction,
  client: {
    ...client,
    name: hostile,
    redirectHost: hostile,
    websiteUrl: "javascript:document.title='owned'",
    policyUrl: `https://x.example/"onmouseover="document.title='owned'`,
    organization: { uuid: "o", name: hostile, slug: hostile },
  },
  user: {
    uuid: "u",
    username: hostile,
    firstName: hostile,
    lastName: hostile,
    avatarImageFileUuid: undefined,
  },
  scopes: [{ name: hostile, description: hostile, isSensitive: true, isAlreadyGranted: true }],
  login: { methods: ["passkey", "password"], hint: hostile },
}

const long = "Worshipful-Company-of-Very-Long-Names-Without-Any-Space-In-Them-Whatsoever"

const profile: ProfileData = {
  imageFileUuid: undefined,
  name: "Ada Lovelace",
  firstName: "Ada",
  lastName: "Lovelace",
  shortDescription: "Captain of the Harbour Club.",
  longDescription: "I sail.\n\nI count.",
  callToAction: { type: "book", label: "Book a lesson", url: "https://harbour.example/book" },
  currentRole: { title: "Captain", company: "Harbour Club" },
  customBackground: undefined,
  avatarFrame: undefined,
  socialLinks: [{ label: "Code", url: "https://code.example/ada" }],
  links: [{ label: "Write to me", url: "mailto:ada@harbour.example" }],
  longDescriptionContent: [],
  stickers: [],
  profilePageUuid: "p",
  isLocked: false,
  primaryCardUid: undefined,
  updatedAt: undefined,
}

/** Every page in every state worth a look, by name. */
export const pages = (baseUrl: string): Readonly<Record<string, string>> => {
  const signedIn: Interaction = { ...interaction, status: "consent_required", user: ada }
  const at = { baseUrl }
  const signInStep = {
    ...at,
    challenge: interaction.challenge,
    csrfToken: "csrf",
    clientName: client.name,
  }
  return {
    front: frontPage({ ...at, hasAccountPage: true, hasPasswords: true }),
    "front-without-accounts": frontPage({ ...at, hasAccountPage: false, hasPasswords: false }),
    profile: publicProfilePage({
      ...at,
      profile,
      imagePath: undefined,
      vcardPath: "/l/x.vcf",
    }),
    "profile-hostile": publicProfilePage({
      ...at,
      profile: {
        ...profile,
        name: hostile,
        shortDescription: hostile,
        longDescription: hostile,
        callToAction: { type: hostile, label: hostile, url: "javascript:document.title='owned'" },
        currentRole: { title: hostile, company: hostile },
        socialLinks: [{ label: hostile, url: "javascript:document.title='owned'" }],
      },
      imagePath: undefined,
      vcardPath: "/l/x.vcf",
    }),
    wallet: walletPage({
      ...at,
      walletAddress: `sy1${"q".repeat(58)}`,
      organizationName: "Harbour Club",
    }),
    "wallet-hostile": walletPage({ ...at, walletAddress: hostile, organizationName: hostile }),
    "sign-in": signInPage(interaction, { ...at, passkeys: true }),
    "sign-in-without-passkeys": signInPage(interaction, { ...at, passkeys: false }),
    "sign-in-wrong": signInPage(interaction, {
      ...at,
      passkeys: true,
      error: "That username and password do not go together.",
      username: "ada",
    }),
    "sign-in-again": signInPage({ ...interaction, user: ada }, { ...at, passkeys: true }),
    "sign-in-hostile": signInPage(hostileInteraction, {
      ...at,
      passkeys: true,
      error: hostile,
      username: hostile,
    }),
    consent: consentPage(signedIn, at),
    "consent-hostile": consentPage(hostileInteraction, { ...at, error: hostile }),
    "consent-long": consentPage(
      { ...signedIn, client: { ...client, name: long, redirectHost: `${long}.example` } },
      at,
    ),
    "consent-nothing": consentPage({ ...signedIn, scopes: [] }, at),
    "select-account": selectAccountPage({ ...signedIn, status: "account_selection_required" }, at),
    "select-account-hostile": selectAccountPage(hostileInteraction, at),
    register: registerPage(signInStep),
    "register-wrong": registerPage({
      ...signInStep,
      values: { first_name: "Ada", username: "Ada!", email: "ada@harbour.example" },
      fault: {
        message: "Two things need another look.",
        fields: {
          username: "3 to 80 small letters, digits and single hyphens.",
          password: "At least 8 characters.",
        },
      },
    }),
    "register-hostile": registerPage({
      ...signInStep,
      clientName: hostile,
      values: { first_name: hostile, last_name: hostile, username: hostile, email: hostile },
      fault: { message: hostile, fields: { username: hostile } },
    }),
    "forgot-password": forgotPasswordPage({
      ...at,
      challenge: interaction.challenge,
      delivery: "addressee",
    }),
    "reset-password": resetPasswordPage({ ...at, token: "t" }),
    "letter-sent": noticePage({
      ...at,
      title: "Check your email",
      what: "If there is an account of that name, we have sent a letter to its e-mail address. The link in it works for an hour.",
    }),
    verified: noticePage({
      ...at,
      title: "E-mail address confirmed",
      what: "You can now sign in with it.",
    }),
    error: errorPage({
      ...at,
      title: "This sign-in has ended",
      what: "It was begun more than ten minutes ago, or has been used already.",
      next: "Go back to the app and sign in again.",
      requestId: "0198f6a1-8b7e-7c6d-9d59-2b1f2f8c3a11",
    }),
    "error-hostile": errorPage({
      ...at,
      title: hostile,
      what: hostile,
      next: hostile,
      requestId: hostile,
    }),
    "signed-out": loggedOutPage({
      ...at,
      returnTo: { url: "https://harbour.example/", name: client.name },
    }),
    logout: logoutPage({
      ...at,
      csrfToken: "csrf",
      username: "ada-lovelace",
      clientName: client.name,
    }),
    "confirm-email": confirmEmailPage({ ...at, token: "t" }),
    account: accountPage({
      ...at,
      user: ada,
      csrfToken: "csrf",
      passkeys: [
        passkey("My phone", { isBackedUp: true, usedAt: new Date("2026-11-20T08:00:00Z") }),
        passkey("Key on the ring"),
      ],
    }),
    "account-empty": accountPage({ ...at, user: ada, csrfToken: "csrf", passkeys: [] }),
    "account-hostile": accountPage({
      ...at,
      user: { ...ada, firstName: hostile, username: hostile },
      csrfToken: hostile,
      passkeys: [passkey(hostile, { credentialId: hostile })],
      fault: { message: hostile, fields: { name: hostile } },
    }),
    "account-sign-in": accountSignInPage({ ...at, methods: ["passkey", "password"] }),
    invitation: invitationPage({ ...at, user: ada, csrfToken: "csrf", token: "t" }),
    "form-post-hostile": formPostPage({
      ...at,
      action: `${baseUrl}/nowhere`,
      fields: { state: hostile, code: "c" },
      clientName: hostile,
    }),
  }
}
