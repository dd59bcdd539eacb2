//! Why a broker cannot be reached, in words that say what to do.

use std::{error::Error as _, io};

use async_nats::{
    ConnectError, ConnectErrorKind,
    rustls::{self, CertificateError},
};

/// What can be done where the certificate is not known here.
const TRUST: &str = "if it is your own, or of an authority of your own, let SSL_CERT_FILE in the environment name the file of it, or of \
                     that authority's certificate";

/// One line for a person.
pub(crate) fn why(error: &ConnectError) -> String {
    if error.kind() == ConnectErrorKind::AuthorizationViolation {
        return "this user or its password is refused".to_owned();
    }
    match of_tls(error) {
        Some(rustls::Error::InvalidCertificate(why)) => of_certificate(why),
        // What came was no TLS.
        Some(rustls::Error::InvalidMessage(_)) => {
            "it does not speak TLS: is it one for nats:// instead of tls://?".to_owned()
        }
        _ => error.to_string(),
    }
}

/// What TLS found wrong, where it was that.
fn of_tls(error: &ConnectError) -> Option<&rustls::Error> {
    let source: &io::Error = error.source()?.downcast_ref()?;
    source.get_ref()?.downcast_ref()
}

fn of_certificate(why: &CertificateError) -> String {
    match why {
        CertificateError::UnknownIssuer => {
            format!("its certificate is not trusted on this machine; {TRUST}")
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            format!("its certificate is for another address ({why}); use the one that it is for")
        }
        // As openssl makes them unless told otherwise; the library has no name for this.
        CertificateError::Other(other) if format!("{other:?}").contains("CaUsedAsEndEntity") => {
            "its certificate is one of an authority (CA:TRUE), which cannot be a server's: make one with CA:FALSE, or let the authority \
             sign another"
                .to_owned()
        }
        _ => format!("its certificate is refused ({why})"),
    }
}
