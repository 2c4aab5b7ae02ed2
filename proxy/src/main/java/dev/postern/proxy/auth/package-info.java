/**
 * How clients prove who they are: trust, cleartext, MD5 and SCRAM-SHA-256 (RFC 5802, RFC 7677), as
 * the server's side of the protocol section "SASL Authentication" and "Start-up".
 *
 * <p>{@link dev.postern.proxy.auth.Authenticator} knows users and methods from the settings and
 * begins a {@link dev.postern.proxy.auth.Authentication} for one client; that writes requests and
 * takes responses until it is done or throws. It touches no socket.
 *
 * <p>An unknown user is asked and refused exactly as a known one with a wrong password, with a salt
 * that stays the same: who tries names learns nothing. Secrets are compared in constant time.
 */
@NullMarked
package dev.postern.proxy.auth;

import org.jspecify.annotations.NullMarked;
