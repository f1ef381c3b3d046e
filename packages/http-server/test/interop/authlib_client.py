"""A relying party on Authlib: the code flow with PKCE, and everything that follows. Says what it saw as JSON."""

import json
import os
import sys
import time
from urllib.parse import parse_qs, urlsplit

import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, jwt

issuer = os.environ["ISSUER"]
client_id = os.environ["CLIENT_ID"]
client_secret = os.environ.get("CLIENT_SECRET")
redirect_uri = os.environ["REDIRECT_URI"]
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

server = requests.get(f"{issuer}/.well-known/openid-configuration", timeout=10).json()
keys = JsonWebKey.import_key_set(requests.get(server["jwks_uri"], timeout=10).json())


def sign_in(url):
    """What a person does in a browser, as JSON."""
    browser = requests.Session()
    browser.headers["accept"] = "application/json"
    reply = browser.get(url, allow_redirects=False, timeout=10)
    while True:
        if reply.is_redirect:
            return reply.headers["location"]
        data = reply.json()
        if "redirect_to" in data:
            return data["redirect_to"]
        sent = {"challenge": data["challenge"], "csrf_token": data["csrf_token"]}
        if data["status"] == "login_required":
            sent |= {"username": os.environ["USERNAME_OF_PERSON"], "password": os.environ["PASSWORD_OF_PERSON"]}
            reply = browser.post(data["actions"]["login"], json=sent, timeout=10)
        else:
            reply = browser.post(data["actions"]["accept"], json={**sent, "decision": "accept"}, timeout=10)


def verified(token, claims_options):
    claims = jwt.decode(token, keys, claims_options=claims_options)
    claims.validate(now=int(time.time()), leeway=60)
    return claims


session = OAuth2Session(
    client_id,
    client_secret,
    scope="openid profile wallet:read",
    redirect_uri=redirect_uri,
    code_challenge_method="S256",
    token_endpoint_auth_method="client_secret_basic" if client_secret else "none",
)
verifier = generate_token(48)
nonce = generate_token(20)
url, state = session.create_authorization_url(server["authorization_endpoint"], code_verifier=verifier, nonce=nonce)
returned = sign_in(url)
answer = parse_qs(urlsplit(returned).query)
assert answer["state"] == [state], "the state came back changed"
assert answer["iss"] == [issuer], "the answer names another issuer"
tokens = session.fetch_token(server["token_endpoint"], authorization_response=returned, code_verifier=verifier)

id_claims = verified(
    tokens["id_token"],
    {"iss": {"essential": True, "value": issuer}, "aud": {"essential": True, "value": client_id}, "nonce": {"essential": True, "value": nonce}},
)
access_claims = verified(
    tokens["access_token"],
    {"iss": {"essential": True, "value": issuer}, "aud": {"essential": True, "value": issuer.replace("/oauth2", "/api/v1")}},
)
person = session.get(server["userinfo_endpoint"]).json()
old = tokens["refresh_token"]
refreshed = session.refresh_token(server["token_endpoint"], refresh_token=old)
before = session.introspect_token(server["introspection_endpoint"], token=refreshed["access_token"]).json()
session.revoke_token(server["revocation_endpoint"], token=refreshed["refresh_token"])
after = session.introspect_token(server["introspection_endpoint"], token=refreshed["access_token"]).json()
refused = requests.get(server["userinfo_endpoint"], headers={"authorization": f"Bearer {refreshed['access_token']}"}, timeout=10)

json.dump(
    {
        "sub": id_claims["sub"],
        "at_sub": access_claims["sub"],
        "preferred_username": person["preferred_username"],
        "rotated": refreshed["refresh_token"] != old,
        "before": {"active": before["active"]} if "active" in before else before,
        "after": after,
        "refused": refused.status_code,
    },
    sys.stdout,
)
